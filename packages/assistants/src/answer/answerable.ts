import type { QuotedText, StrangersText } from '@signalpost/domain'

declare const isPlain: unique symbol
declare const isOurs: unique symbol

/** An id, a moment or an address that we made or checked. It may be anywhere in an answer. */
export type PlainText = string & { readonly [isPlain]: true }

/** What a member of the workspace wrote, cleaned. It may be under `ours` alone. */
export type OursText = string & { readonly [isOurs]: true }

type Place = 'anywhere' | 'quoted' | 'ours'

type PlaceOf<Name, Around extends Place> = Name extends 'quoted' | 'derived'
  ? 'quoted'
  : Name extends 'ours'
    ? 'ours'
    : Around

/**
 * The answers that tools may give: `never` stands where a text is out of its place. Words from a fixed set may be anywhere,
 * and so may `PlainText`; a plain string may be nowhere, so no one takes a stranger's text for ours by mistake.
 */
export type Answerable<Value, Around extends Place = 'anywhere'> = Value extends StrangersText
  ? never
  : Value extends QuotedText
    ? Around extends 'quoted'
      ? Value
      : never
    : Value extends OursText
      ? Around extends 'ours'
        ? Value
        : never
      : Value extends PlainText | number | boolean | null | undefined
        ? Value
        : Value extends string
          ? string extends Value
            ? never
            : Value
          : Value extends readonly (infer Item)[]
            ? readonly Answerable<Item, Around>[]
            : Value extends object
              ? { [Name in keyof Value]: Answerable<Value[Name], PlaceOf<Name, Around>> }
              : never
