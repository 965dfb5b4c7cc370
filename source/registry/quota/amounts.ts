/** Names of quota resources with amounts. */
export type Amounts = Readonly<Record<string, string>>;
