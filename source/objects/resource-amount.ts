const binary = [
	['Gi', 2 ** 30],
	['Mi', 2 ** 20],
	['Ki', 2 ** 10],
] as const;

/** An amount of a resource in a manifest; CPU is counted in thousandths. */
export const amountText = (resource: string, amount: number): string => {
	if (resource === 'cpu') {
		return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
	}

	const exact = binary.find(([, size]) => amount >= size && amount % size === 0);
	const rough = binary.find(([, size]) => amount >= size);
	if (exact) {
		return `${amount / exact[1]}${exact[0]}`;
	}

	if (rough) {
		return `${Math.floor((amount * 10) / rough[1]) / 10}${rough[0]}`;
	}

	return String(amount);
};

/** The amount, rounded up to a round number of its unit. */
export const roundedUp = (resource: string, amount: number): number => {
	const unit = resource !== 'cpu' && amount >= 2 ** 20 ? 2 ** 20 : 1;
	return Math.ceil(amount / unit) * unit;
};
