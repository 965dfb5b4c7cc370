/** An address that leaves a Service, or joins it. */
export interface RaceSubject {
	readonly kind: 'leaves' | 'joins';
	/** Ledger key of the Pod. */
	readonly pod: string;
	/** The step of the write that began it. */
	readonly step: number;
}
