import { otherLanguages } from '../vocabulary/categories.ts'
import { aims, type Objective } from './objectives.ts'

/** How people of one language ask, complain and leave. */
type Language = {
  /** Phrases of people worth finding; those of customers are for every objective without its own. */
  intents: { find_customers: readonly string[] } & Partial<Record<Objective, readonly string[]>>
  complaints: readonly string[]
  /** What people write who leave a product or weigh it. */
  leaving: (name: string) => readonly string[]
  /** Words of job ads, which are about something else. */
  jobAds: readonly string[]
}

const languages: Record<(typeof otherLanguages)[number], Language> = {
  de: {
    intents: {
      find_customers: ['ich suche', 'kann jemand empfehlen', 'Erfahrungen mit', 'welche Software'],
      find_competitors: ['Alternative zu', 'im Vergleich zu', 'Mitbewerber', 'Neuvorstellung'],
      find_partnerships: ['Partner gesucht', 'Vertriebspartner', 'Integrationspartner', 'Wiederverkäufer'],
      find_local_prospects: ['Neueröffnung', 'neuer Inhaber', 'kann jemand empfehlen', 'ich suche'],
    },
    complaints: ['Wechsel von', 'zu teuer', 'schlechter Support', 'funktioniert nicht', 'Preiserhöhung'],
    leaving: (name) => [
      `Alternative zu ${name}`,
      `${name} kündigen`,
      `${name} oder`,
      `Wechsel von ${name}`,
      `${name} Kosten`,
    ],
    jobAds: ['Stellenangebot', 'Praktikum'],
  },
  fr: {
    intents: {
      find_customers: ['je cherche', 'vous recommandez', 'un avis sur', 'quel logiciel'],
      find_competitors: ['alternative à', 'comparé à', 'concurrent', 'nous lançons'],
      find_partnerships: ['cherche partenaire', 'partenaire intégrateur', 'revendeur', 'distributeur'],
      find_local_prospects: ['ouverture prochaine', 'nouveau propriétaire', 'vous recommandez', 'je cherche'],
    },
    complaints: ['quitter', 'trop cher', 'support injoignable', 'ne fonctionne pas', 'hausse de prix'],
    leaving: (name) => [`alternative à ${name}`, `quitter ${name}`, `${name} ou`, `tarif ${name}`],
    jobAds: ["offre d'emploi", 'alternance'],
  },
  es: {
    intents: {
      find_customers: ['busco', 'alguien recomienda', 'alguna recomendación', 'qué programa'],
      find_competitors: ['alternativa a', 'comparado con', 'competidor', 'acabamos de lanzar'],
      find_partnerships: ['buscamos socios', 'socio tecnológico', 'revendedor', 'distribuidor'],
      find_local_prospects: ['próxima apertura', 'nuevo dueño', 'alguien recomienda', 'busco'],
    },
    complaints: ['cambiar de', 'muy caro', 'soporte pésimo', 'no funciona', 'subida de precio'],
    leaving: (name) => [`alternativa a ${name}`, `dejar ${name}`, `${name} o`, `precio de ${name}`],
    jobAds: ['oferta de empleo', 'vacante'],
  },
  nl: {
    intents: {
      find_customers: ['op zoek naar', 'iemand ervaring met', 'welk programma', 'heeft iemand een tip'],
      find_competitors: ['alternatief voor', 'vergeleken met', 'concurrent', 'net gelanceerd'],
      find_partnerships: ['partners gezocht', 'integratiepartner', 'wederverkoper', 'distributeur'],
      find_local_prospects: ['binnenkort open', 'nieuwe eigenaar', 'heeft iemand een tip', 'op zoek naar'],
    },
    complaints: ['overstappen van', 'te duur', 'slechte support', 'werkt niet', 'prijsverhoging'],
    leaving: (name) => [`alternatief voor ${name}`, `overstappen van ${name}`, `${name} of`, `${name} prijs`],
    jobAds: ['vacature', 'stageplek'],
  },
  pt: {
    intents: {
      find_customers: ['procuro', 'alguém recomenda', 'alguém indica', 'qual sistema'],
      find_competitors: ['alternativa ao', 'comparado com', 'concorrente', 'acabamos de lançar'],
      find_partnerships: ['procuramos parceiros', 'parceiro de integração', 'revendedor', 'distribuidor'],
      find_local_prospects: ['inauguração', 'novo dono', 'alguém recomenda', 'procuro'],
    },
    complaints: ['trocar de', 'muito caro', 'suporte péssimo', 'não funciona', 'aumento de preço'],
    leaving: (name) => [`alternativa ao ${name}`, `sair do ${name}`, `${name} ou`, `preço do ${name}`],
    jobAds: ['vaga de emprego', 'estágio'],
  },
  it: {
    intents: {
      find_customers: ['cerco', 'qualcuno consiglia', 'mi consigliate', 'quale software'],
      find_competitors: ['alternativa a', 'rispetto a', 'concorrente', 'appena lanciato'],
      find_partnerships: ['cerchiamo partner', 'partner tecnologico', 'rivenditore', 'distributore'],
      find_local_prospects: ['prossima apertura', 'nuovo proprietario', 'qualcuno consiglia', 'cerco'],
    },
    complaints: ['passare da', 'troppo caro', 'assistenza pessima', 'non funziona', 'aumento dei prezzi'],
    leaving: (name) => [`alternativa a ${name}`, `passare da ${name}`, `${name} o`, `prezzi di ${name}`],
    jobAds: ['offerta di lavoro', 'tirocinio'],
  },
}

/** Undefined for English, and for languages that the vocabulary does not have. */
export function findLanguage(code: string): Language | undefined {
  const known = otherLanguages.find((one) => one === code)
  return known === undefined ? undefined : languages[known]
}

/** Returns phrases of people worth finding for an objective, in a language or in English. */
export function intentsIn(code: string, objective: Objective): string[] {
  const intents = findLanguage(code)?.intents
  return [...(intents?.[objective] ?? intents?.find_customers ?? aims[objective].intents)]
}

/** How many phrases name a rival after the first: a plan has room for few. */
const ofOtherRivals = 4

/** Returns what people write who leave a product or weigh it, in a language or in English. */
export function leavingPhrases(names: readonly string[], code: string): string[] {
  const inEnglish = (name: string): string[] => [
    ...[`${name} alternatives`, `moving off ${name}`, `leaving ${name}`, `${name} vs`, `${name} pricing`],
    ...[`alternative to ${name}`, `switching from ${name}`, `${name} or`, `or ${name}`],
  ]
  return names.flatMap((name, at) =>
    (findLanguage(code)?.leaving(name) ?? inEnglish(name)).slice(0, at === 0 ? undefined : ofOtherRivals),
  )
}
