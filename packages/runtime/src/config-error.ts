/** The environment is wrong. One line for each bad variable, fit to be shown to the person who starts the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
