/** A function whose results are kept for each frozen value of the ledger, and for each text that it is asked about; `undefined` without a value. */
export const perValue = <V extends object, T, About extends string = string>(read: (value: V, about: About) => T) => {
	const known = new WeakMap<V, Map<About, T>>();
	return (value: V | undefined, about: About): T | undefined => {
		if (!value) {
			return undefined;
		}

		const answers = known.get(value) ?? new Map<About, T>();
		known.set(value, answers);
		if (!answers.has(about)) {
			answers.set(about, read(value, about));
		}

		return answers.get(about);
	};
};
