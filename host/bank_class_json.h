/* Bank classes and their rules as JSON, in the form of class files (README.md, "A class of your own"). */
#ifndef CLSMEM_BANK_CLASS_JSON_H
#define CLSMEM_BANK_CLASS_JSON_H

#include <jansson.h>

#include "clsmem/bank_class.h"

/* `path` stands for the place in messages. The caller frees the class with clsmem_bank_class_free. */
enum clsmem_status clsmem_bank_class_from_json(const char *path, json_t *root, struct clsmem_bank_class **bank_class);

/* One rule that says itself which banks it has; `usual` and `merged` get its groups, and it points to them. */
enum clsmem_status clsmem_bank_rule_from_json(const char *path, json_t *object, unsigned lanes,
                                              struct clsmem_bank_rule *rule, struct clsmem_lane_groups *usual,
                                              struct clsmem_lane_groups *merged);

/* NULL without memory, or where the class has no banks. */
json_t *clsmem_bank_class_to_json(const struct clsmem_bank_class *bank_class);

/* The rule says which banks it has unless they are those of `whole`, which may be NULL. NULL without memory. */
json_t *clsmem_bank_rule_to_json(const struct clsmem_bank_rule *rule, unsigned lanes,
                                 const struct clsmem_bank_geometry *whole);

#endif
