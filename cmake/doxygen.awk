# Turns the plain comments of our headers into Doxygen's: the first one is about the file, one behind code on its line
# about that code, any other about what follows up to an empty line: functions that stand together share it. In comments
# no character has a meaning of its own.
function escaped(text)
{
    gsub(/[\\@<>&#%"]/, "\\\\&", text)
    return text
}

# The rest of a comment, up to and with its end if that is here.
function inside(text, end)
{
    end = index(text, "*/")
    if (!end)
        return escaped(text)
    open = 0
    return escaped(substr(text, 1, end - 1)) substr(text, end)
}

function begins_function(code)
{
    return code ~ /^[a-z][a-z0-9_ *]*clsmem_[a-z0-9_]+\(/ || code ~ /^clsmem_[a-z0-9_]+\(/
}

open {
    line = inside($0)
    shared = shared ? shared "\n" line : ""
    print line
    next
}

# A line of a macro that goes on is left alone: a comment there is none of the interface.
/\/\*/ && !/\\$/ {
    start = index($0, "/*")
    code = substr($0, 1, start - 1)
    open = 1
    rest = inside(substr($0, start + 2))
    if (!seen++)
        mark = "/** @file\n *"
    else
        mark = code ~ /[^ ]/ ? "/**<" : "/**"
    if (mark == "/**") {
        shared = code mark rest
        is_new = 1
    }
    print code mark rest
    next
}

/^$/ {
    shared = ""
}

begins_function($0) {
    if (shared && !is_new)
        print shared
    is_new = 0
}

{
    print
}
