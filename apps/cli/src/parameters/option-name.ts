/** `--bot-token` for `botToken` */
export function optionNamed(member: string): string {
  return `--${kebabCase(member)}`
}

/** `bot-token` for `botToken` */
export function kebabCase(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
