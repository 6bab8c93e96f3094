import { intake } from './intake.ts'

/** Every figure, in the order of the table. */
export const figures = [intake] as const
