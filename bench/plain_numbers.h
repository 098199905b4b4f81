/* Numbers are written and read with a point, whatever the user's language. */
#ifndef PLAIN_NUMBERS_H
#define PLAIN_NUMBERS_H

/*
 * From here on numbers of this thread, and of processes that it makes, are those of the C locale. Our programs never
 * choose another one, but a driver or a library that is loaded into them may do so for the whole process.
 */
void keep_numbers_plain(void);

#endif
