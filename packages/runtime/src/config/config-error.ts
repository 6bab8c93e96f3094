/**
 * The environment is wrong. The message has one line for each bad variable, fit to show to the person who starts the
 * process.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
