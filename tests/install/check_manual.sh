#!/bin/sh
# Whether an installed program has a manual page and completions, and they know each of its options:
#   check_manual.sh PROGRAM SHARE_FOLDER [ZSH_FOLDER]
# ZSH_FOLDER: where zsh finds them, below share/zsh (site-functions).
# Pages and completions are read by the programs that are for it, as far as they are there.
set -eu

path=$1
program=${path##*/}
share=$2
zsh_folder=${3:-site-functions}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

complain()
{
    echo "$program: $*"
    exit 1
}

page=$(find "$share/man/man1" -name "$program.1*")
bash_file=$share/bash-completion/completions/$program
zsh_file=$share/zsh/$zsh_folder/_$program
[ -s "$page" ] && [ -s "$bash_file" ] && [ -s "$zsh_file" ] || complain 'a manual page or a completion is not installed'
case $page in
*.gz) gzip -dc "$page" >"$work/page.1" ;;
*) cp "$page" "$work/page.1" ;;
esac

options=$("$path" --help | sed -n 's/^  \(-[a-zA-Z0-9],\|   \) --\([a-z][a-z-]*\).*/\2/p')
[ "$(echo "$options" | wc -l)" -ge 5 ] || complain 'the options were not found in --help'
for option in $options; do
    grep -qF -e "\\-\\-$(echo "$option" | sed 's/-/\\-/g')" "$work/page.1" || complain "the page lacks --$option"
    grep -q -e "[' ]--$option[' |)]" "$bash_file" || complain "bash's completion lacks --$option"
    grep -q -e "--$option[]=}\[]" "$zsh_file" || complain "zsh's completion lacks --$option"
done
# What an option chooses from stands in --help as it is typed, and the program takes each of it.
choices=$("$path" --help | sed -n 's/^  \(-[a-zA-Z0-9],\|   \) --\([a-z-]*\) \([a-z][a-z|]*\)\( .*\|$\)/\2 \3/p')
[ -n "$choices" ] || complain 'no choices were found in --help'
for choice in $(echo "$choices" | sed ':again; s/^\([^ ]* \)\(.*\)|/\1\2\n\1/; t again' | tr ' ' =); do
    "$path" "--$choice" --version >"$work/said" 2>&1 || complain "--$choice: $(cat "$work/said")"
    grep -q "[( ']${choice#*=}[ )']" "$zsh_file" || complain "zsh's completion lacks --$choice"
done

if command -v mandoc >/dev/null; then
    # A page of a build has no date, and lines of its own length.
    mandoc -T lint -W warning "$work/page.1" | grep -v 'missing date' >"$work/said" || true
    [ ! -s "$work/said" ] || complain "$(cat "$work/said")"
fi
if command -v man >/dev/null; then
    LC_ALL=C MANROFFSEQ='' MANWIDTH=80 man --warnings -l "$work/page.1" 2>"$work/said" >"$work/text"
    grep -qE 'warning|error' "$work/said" && complain "$(cat "$work/said")"
    for word in NAME SYNOPSIS OPTIONS 'EXIT STATUS'; do
        grep -q "^$word" "$work/text" || complain "the page has no $word"
    done
fi
if command -v bash >/dev/null; then
    # As if the user had typed the program, "--he", and tab; then a file behind --json, whose name has a blank.
    : >"$work/a file.json"
    (cd "$work" && bash -c '
        set -eu
        compopt() { :; } # has nothing to act on here
        . "$1"
        complete=$(complete -p "$2")
        function=${complete#* -F }
        function=${function%% *}
        COMP_WORDS=("$2" --he) COMP_CWORD=1
        $function
        [ "${COMPREPLY[*]}" = --help ] || { echo "--he gives ${COMPREPLY[*]}"; exit 1; }
        COMP_WORDS=("$2" --json = "a f") COMP_CWORD=3
        $function
        [ "${COMPREPLY[*]}" = "a file.json" ] || { echo "--json=a gives ${COMPREPLY[*]}"; exit 1; }
        while read -r option words; do
            COMP_WORDS=("$2" "--$option" "") COMP_CWORD=2
            $function
            [ "${COMPREPLY[*]}" = "${words//|/ }" ] || { echo "--$option gives ${COMPREPLY[*]}"; exit 1; }
        done <<<"$3"
        ' bash "$bash_file" "$program" "$choices" >"$work/said" 2>&1) ||
        complain "bash's completion: $(cat "$work/said")"
fi
if command -v zsh >/dev/null; then
    zsh -n "$zsh_file" 2>"$work/said" || complain "zsh's completion: $(cat "$work/said")"
fi
