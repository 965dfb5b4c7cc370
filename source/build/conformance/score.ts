/** How many of the answers were equal. */
interface Tally {
	goldens: number;
	equalGoldens: number;
	answers: number;
	equalAnswers: number;
}

const total = (tallies: Iterable<Tally>): Tally => {
	const sum: Tally = {goldens: 0, equalGoldens: 0, answers: 0, equalAnswers: 0};
	for (const {goldens, equalGoldens, answers, equalAnswers} of tallies) {
		sum.goldens += goldens;
		sum.equalGoldens += equalGoldens;
		sum.answers += answers;
		sum.equalAnswers += equalAnswers;
	}

	return sum;
};

const words = ({goldens, equalGoldens, answers, equalAnswers}: Tally, unit: string): string =>
	`${equalGoldens} of ${goldens} ${unit}, ${equalAnswers} of ${answers} answers`;

/** Counts equal answers, by topic and sub-topic. */
export class Score {
	readonly #tallies = new Map<string, Map<string, Tally>>();

	/** @param id `topic/sub-topic/name` of a golden. */
	add(id: string, equalAnswers: number, answers: number): void {
		const [topic = '', part = ''] = id.split('/');
		const parts = this.#tallies.get(topic) ?? new Map<string, Tally>();
		this.#tallies.set(topic, parts);
		const tally = parts.get(part) ?? {goldens: 0, equalGoldens: 0, answers: 0, equalAnswers: 0};
		parts.set(part, {
			goldens: tally.goldens + 1,
			equalGoldens: tally.equalGoldens + (equalAnswers === answers ? 1 : 0),
			answers: tally.answers + answers,
			equalAnswers: tally.equalAnswers + equalAnswers,
		});
	}

	/** One line for each topic, with its sub-topics below where something differs, then the total. */
	lines(): string[] {
		const lines: string[] = [];
		const topics = [...this.#tallies].sort(([a], [b]) => (a < b ? -1 : 1));
		for (const [topic, parts] of topics) {
			lines.push(`${topic.padEnd(13)}${words(total(parts.values()), 'goldens')}`);
			for (const [part, tally] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
				if (tally.equalAnswers < tally.answers) {
					lines.push(`  ${part.padEnd(32)}${words(tally, 'goldens')}`);
				}
			}
		}

		if (topics.length > 0) {
			lines.push(`${'total'.padEnd(13)}${words(total(topics.flatMap(([, parts]) => [...parts.values()])), 'goldens')}`);
		}

		return lines;
	}
}
