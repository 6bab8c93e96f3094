/** Each asks `signalpost __complete WORD…` for lines of a candidate, a tab and a word about it, or for `:files`. */
export const scripts = {
  bash: `# Completion of signalpost for bash. To use it: source <(./signalpost completion bash)
_signalpost() {
  local value about words=() word
  COMPREPLY=()
  # Bash takes --option=value apart.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    [ "$word" = = ] || words+=("$word")
  done
  [ "\${COMP_WORDS[COMP_CWORD]}" != = ] || words+=('')
  while IFS=$'\\t' read -r value about; do
    if [ "$value" = :files ]; then
      compopt -o default
    else
      # Bash puts it on the line as it is, and senders choose some ids.
      printf -v value %q "$value"
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]/#\\~/$HOME}" __complete "\${words[@]}" 2> /dev/null)
}
complete -F _signalpost signalpost
`,
  zsh: `#compdef signalpost
# Completion of signalpost for zsh. To use it: source <(./signalpost completion zsh)
_signalpost() {
  local value about
  local -a candidates
  while IFS=$'\\t' read -r value about; do
    if [[ $value = :files ]]; then
      _files
    else
      candidates+=("\${value//:/\\\\:}\${about:+:$about}")
    fi
  done < <("\${(e)words[1]/#\\~/$HOME}" __complete "\${(@Q)words[2,CURRENT]}" 2> /dev/null)
  if (( \${#candidates} )); then _describe signalpost candidates; fi
}
if ! (( \${+functions[compdef]} )); then autoload -Uz compinit && compinit; fi
compdef _signalpost signalpost
`,
  fish: `# Completion of signalpost for fish. To use it: ./signalpost completion fish | source
function __signalpost_complete
    set -l words (commandline -opc)
    set -l lines ($words[1] __complete $words[2..-1] (commandline -ct) 2> /dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $lines
    end
end
complete --command signalpost --no-files --keep-order --arguments '(__signalpost_complete)'
`,
} as const

export type Shell = keyof typeof scripts

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish']
