import { createContext } from 'react'

/** Whether the person of the page is still logged in, or who is instead. */
export type Login = 'open' | 'ended' | { otherName: string }

export const LoginContext = createContext<Login>('open')
