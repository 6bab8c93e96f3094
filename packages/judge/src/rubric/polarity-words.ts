/** Words and phrases by hand, with the weight of their line. English first; then French, German, Dutch and Spanish. */
export const polarityWords: readonly (readonly [weight: number, phrases: string])[] = [
  [
    3,
    `excellent, outstanding, amazing, fantastic, love it, highly recommend, best, perfect, superb, brilliant, exceptional,
    wonderful, awesome, incredible, five stars, 10/10, très bien, parfait, ausgezeichnet, hervorragend, uitstekend, excelente,
    geweldig, recommande, empfehlenswert, aanrader, recomiendo, game changer, lifesaver, could not be happier, delighted`,
  ],
  [
    2,
    `great, good, love, helpful, friendly, easy, recommend, fast, quick, efficient, professional, reliable, intuitive, pleased,
    happy, satisfied, smooth, responsive, impressed, thank you, thanks, enjoy, simple, convenient, seamless, robust, powerful,
    courteous, polite, knowledgeable, patient, trustworthy, secure, affordable, kind, caring, pleasant, user friendly,
    saved me, well done, no issues, no problems, works well, hassle free, stress free, straightforward, resolved, merci, rapide,
    efficace, gentil, bon, bonne, facile, super, gut, gute, schnell, freundlich, einfach, zufrieden, danke, goed, goede, snel,
    vriendelijk, makkelijk, tevreden, bedankt, prima, fijn, bueno, buena, rápido, fácil, amable, gracias, contento`,
  ],
  [
    1,
    `nice, useful, clean, clear, comfortable, like, flexible, fair, valuable, improved, support was, solid, modern, prompt,
    understanding, transparent, accessible, effective, beautiful, handy, welcome, glad, stable, explained, helped`,
  ],
  [
    -1,
    `slow, expensive, difficult, complicated, confusing, issue, issues, problem, problems, lack, lacks, limited, bug, bugs, delay, delays,
    unfortunately, wait, waiting, missing, complain, complaint, fee, fees, error, errors, hard to, however, avoid, excuse, excuses,
    charge, charged, overpriced, outdated, clunky, unclear, hidden, blocked, closed my account, chatbot, bot, call center`,
  ],
  [
    -2,
    `bad, poor, poorly, disappointed, disappointing, disappointment, frustrating, frustrated, annoying, unhelpful, rude, broken, failed, fails,
    fail, never again, refuse, refused, crash, crashes, useless, ridiculous, unacceptable, unprofessional, incompetent, ignored,
    stuck, lost, a mess, living hell, buggy, so many bugs, worse, wrong, refund, lies, lied, liars, unable, impossible, cancel, cancelled, cannot access, no response, no reply,
    no answer, no help, no one, locked out, still waiting, not working, doesn't work, does not work, don't work, won't, can't,
    unreliable, misleading, dishonest, shady, unresponsive, blame, mauvais, mauvaise, nul, lent, jamais, impossible, problème,
    déçu, schlecht, schlechte, leider, langsam, unfreundlich, nie wieder, enttäuscht, enttäuschend, slecht, slechte, traag, nooit,
    onmogelijk, jammer, teleurgesteld, onvriendelijk, malo, mala, lento, nunca, problema, decepcionado, fatal`,
  ],
  [
    -3,
    `terrible, horrible, awful, worst, scam, scammers, fraud, fraudulent, stole, steal, theft, thieves, thief, waste of time,
    waste of money, garbage, trash, pathetic, disgusting, disgrace, disgraceful, shame, shameful, nightmare, appalling, avoid at all
    costs, stay away, do not use, don't use, do not trust, zero stars, one star, 0 stars, 1 star, joke, hate, crooks, criminals,
    rip off, ripped off, beware, lawsuit, lawyer, police, honteux, arnaque, catastrophe, à fuir, incompétent, betrug, katastrophe,
    unverschämt, schlimmste, abzocke, waardeloos, oplichters, oplichting, schandalig, belachelijk, een ramp, estafa, pésimo, vergüenza`,
  ],
]

export const negators = `not, no, never, don't, doesn't, didn't, isn't, wasn't, aren't, weren't, won't, can't, cannot, couldn't,
  wouldn't, without, hardly, nothing, pas, nicht, kein, keine, niet, geen, sin`
