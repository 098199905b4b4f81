/*
 * A PTX file as read: its arrays, its functions, and their statements, with the names in operands found. Nothing is
 * said here of what an instruction does: that is ptx_translate.h's.
 */
#ifndef LINT_PTX_MODULE_H
#define LINT_PTX_MODULE_H

#include "clsmem/status.h"
#include "program.h"
#include "ptx_text.h"

enum ptx_kind { PTX_NO_TYPE, PTX_PREDICATE, PTX_BITS, PTX_UNSIGNED, PTX_SIGNED, PTX_FLOAT };

struct ptx_type {
    enum ptx_kind kind;
    unsigned bits; /* 1 for a predicate */
};

/* The type of ".u32"; PTX_NO_TYPE where it is none that we know. */
struct ptx_type lint_ptx_type(struct ptx_span word);

/* Spaces as PTX calls them: its "local" is OpenCL's private memory. */
enum ptx_space { PTX_GENERIC, PTX_REG, PTX_PARAM, PTX_GLOBAL, PTX_CONST, PTX_SHARED, PTX_LOCAL };

enum lint_space lint_ptx_space(enum ptx_space space);

/* An array, a scalar in memory, or a parameter. */
struct ptx_variable {
    struct ptx_span name;
    uint32_t line;
    enum ptx_space space;
    struct ptx_type type; /* of an element */
    uint64_t bytes;       /* 0: unknown, as of "extern" arrays */
    unsigned align;
    bool is_array;
    bool is_pointer;          /* a parameter with ".ptr" */
    enum ptx_space points_to; /* of a pointer */
    unsigned points_align;
    const char *refused;  /* in words, where we cannot have it: "a sampler" */
    uint8_t *initial;     /* NULL: zeros */
    bool has_odd_initial; /* addresses stand in it */
    /* Set by the translator: */
    bool is_used;       /* by the kernel or what it calls */
    uint32_t parameter; /* of the program, where it is one of the kernel's */
    uint32_t array;     /* of the program */
    uint32_t slot;      /* of a scalar that passes between functions */
};

struct ptx_register {
    struct ptx_span name;
    struct ptx_type type;
    bool is_read; /* by some instruction of its function */
};

enum ptx_operand_kind {
    PTX_UNKNOWN_NAME, /* "value" is its scope until the function is read */
    PTX_REGISTER,
    PTX_SPECIAL, /* "%tid.x" */
    PTX_INTEGER,
    PTX_REAL_NUMBER,
    PTX_VARIABLE,
    PTX_LABEL,
    PTX_FUNCTION,
    PTX_SINK,   /* "_" */
    PTX_VECTOR, /* {a, b} */
    PTX_PAIR,   /* p|q */
    PTX_LIST,   /* (a, b) */
    PTX_ODD,    /* something that we do not read */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    bool is_address; /* in brackets */
    bool is_negated; /* !p */
    struct ptx_span name;
    uint32_t index;        /* of the register, variable, label or function */
    uint64_t value;        /* INTEGER, REAL_NUMBER: its bits */
    unsigned bits;         /* REAL_NUMBER: 32 or 64 */
    int64_t offset;        /* name + offset */
    uint32_t first, count; /* VECTOR, PAIR, LIST: elements among the function's operands */
};

#define PTX_MOST_OPERANDS 12

enum ptx_statement_kind { PTX_INSTRUCTION, PTX_LABEL_HERE, PTX_TARGETS, PTX_KEEPS_LOOP };

struct ptx_statement {
    enum ptx_statement_kind kind;
    struct ptx_span name; /* "ld.global.f32" */
    uint32_t line, column;
    uint32_t loc;   /* of the module; LINT_NONE */
    uint32_t label; /* LABEL_HERE */
    uint32_t guard; /* register; LINT_NONE */
    bool guard_is_negated;
    uint32_t first_operand, operand_count;
};

struct ptx_label {
    struct ptx_span name;
    uint32_t statement;
};

/* A parameter or a result of a function: a variable in .param, or a register. */
struct ptx_formal {
    bool is_register;
    uint32_t index;
};

struct ptx_function {
    struct ptx_span name;
    bool is_kernel, has_body;
    uint32_t line;
    uint64_t required_local[3];
    struct ptx_formal *formals; /* results first */
    size_t formal_count, formal_capacity, result_count;
    struct ptx_register *registers;
    size_t register_count, register_capacity;
    struct ptx_operand *operands;
    size_t operand_count, operand_capacity;
    struct ptx_statement *statements;
    size_t statement_count, statement_capacity;
    struct ptx_label *labels;
    size_t label_count, label_capacity;
    uint32_t first_variable, variable_count; /* of the module: parameters too */
    bool is_reached;                         /* by the kernel's calls; set by the translator */
};

/* A place in the source that ".loc" tells. */
struct ptx_loc {
    uint32_t file, line, column;
    struct ptx_span function; /* label of its name; text NULL: the function that it stands in */
    uint64_t function_offset;
    bool is_inlined;
    uint32_t at_file, at_line, at_column;
};

struct ptx_file {
    uint64_t number;
    struct ptx_span path;
};

struct ptx_module {
    const char *path;
    struct ptx_variable *variables;
    size_t variable_count, variable_capacity;
    struct ptx_function *functions;
    size_t function_count, function_capacity;
    struct ptx_loc *locs;
    size_t loc_count, loc_capacity;
    struct ptx_file *files;
    size_t file_count, file_capacity;
    /* Texts of the debug sections: labels, and where their bytes start. */
    char *strings;
    size_t string_bytes, string_capacity;
    struct ptx_map string_labels;
};

/* Reads all of a file. The caller releases the module, also after a failure. */
enum clsmem_status lint_ptx_parse(const char *text, const char *path, struct ptx_module *module);
void lint_ptx_module_release(struct ptx_module *module);

/* The text of a debug label; NULL where there is none. */
const char *lint_ptx_string(const struct ptx_module *module, struct ptx_span label, uint64_t offset);

#endif
