import {printable} from '../../scenario/mistake.js';
import {distributionOf, slicesOf, smallestWithout, type Answer, type Bar} from './distribution.js';
import {tellingLines, type End} from './end.js';
import type {Experiment} from './experiment.js';
import type {Outcome} from './run.js';
import type {SettingValue} from './variation.js';

/** The smallest run that was found for an end. */
export interface Example {
	readonly end: End;
	readonly outcome: Outcome;
	/** File of its recording, if it was kept. */
	readonly file?: string;
}

/** All that a report tells of. */
export interface Results {
	readonly experiment: Experiment;
	readonly outcomes: readonly Outcome[];
	readonly ends: readonly End[];
	readonly examples: readonly Example[];
	/** How many runs there were to be. */
	readonly wanted: number;
}

const barColumns = 32;

const longestAnswer = 60;

const longestLine = 300;

const shortened = (text: string, most = longestAnswer): string =>
	text.length > most ? `${text.slice(0, most - 1)}…` : text;

const rounded = (number: number): string => String(Math.round(number * 100) / 100);

const bar = (count: number, most: number): string => '█'.repeat(Math.ceil((count / most) * barColumns));

const columns = (rows: ReadonlyArray<readonly string[]>): readonly string[] => {
	const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
	return rows.map((row) => `  ${row.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')}`.trimEnd());
};

const barRows = (bars: readonly Bar[]): readonly string[] => {
	const most = Math.max(...bars.map(({count}) => count));
	const labels = bars.map(({from, to}) =>
		rounded(from) === rounded(to) ? rounded(from) : `${rounded(from)} … ${rounded(to)}`,
	);
	const width = Math.max(...labels.map(({length}) => length));
	return bars.map(({count}, index) => `  ${labels[index]?.padStart(width)}  ${bar(count, most)} ${count}`);
};

const answersTo = ({outcomes}: Results, question: number): readonly Answer[] =>
	outcomes.map(({answers}) => answers[question]);

const settingsOf = ({outcomes}: Results, variation: number): readonly SettingValue[] =>
	outcomes.flatMap(({settings}) => settings[variation] ?? []);

/** A question, and how the answers of all runs are spread. */
const questionRows = (results: Results, question: number): readonly string[] => {
	const {missing, spread, bars, tally} = distributionOf(answersTo(results, question));
	const most = Math.max(1, ...tally.map(([, count]) => count));
	const width = Math.max(0, ...tally.map(([answer]) => shortened(answer).length));
	return [
		'',
		`${results.experiment.questions[question]}`,
		...(spread
			? [
					`  min ${rounded(spread.min)}  p5 ${rounded(spread.p5)}  median ${rounded(spread.median)}  p95 ${rounded(spread.p95)}  max ${rounded(spread.max)}`,
				]
			: []),
		...barRows(bars),
		...tally.map(([answer, count]) => `  ${shortened(answer).padEnd(width)}  ${bar(count, most)} ${count}`),
		...(missing > 0 ? [`  no answer in ${missing} of ${results.outcomes.length} runs`] : []),
	];
};

/** What is worth to be rid of: a report says which setting is. */
const unwanted: readonly string[] = ['requests lost', 'restarts', 'warnings'];

/** How the answers depend on one setting. */
const variationRows = (results: Results, index: number): readonly string[] => {
	const {experiment, outcomes} = results;
	const settings = settingsOf(results, index);
	const numeric = experiment.questions.flatMap((name, question) =>
		distributionOf(answersTo(results, question)).spread ? [{name, question}] : [],
	);
	const rows = slicesOf(settings).map(({value, indexes}) => [
		value,
		String(indexes.length),
		...numeric.flatMap(({question}) => {
			const {spread} = distributionOf(indexes.map((at) => outcomes[at]?.answers[question]));
			return spread ? [rounded(spread.median), rounded(spread.p95), rounded(spread.max)] : ['–', '–', '–'];
		}),
	]);
	const advice = numeric.flatMap(({name, question}) => {
		const found = unwanted.includes(name) ? smallestWithout(settings, answersTo(results, question)) : undefined;
		return found
			? [`  smallest with no ${name}: ${found.value} (none in the ${found.runs} runs with ${found.value} or more)`]
			: [];
	});
	const heads = numeric.map(({name}) => name);
	return [
		'',
		`by ${experiment.variations[index]?.name}${heads.length > 0 ? `: ${heads.join(', then ')}` : ''}`,
		...columns([['value', 'runs', ...heads.flatMap(() => ['median', 'p95', 'max'])], ...rows]),
		...advice,
	];
};

/** The settings and faults of a run, in words. */
export const circumstances = ({variations}: Experiment, {settings, mishaps}: Outcome): readonly string[] => [
	...variations.map(({name}, index) => `${name}=${settings[index]}`),
	...mishaps.flat().map((words) => `--fault '${words}'`),
];

const endRows = ({experiment, outcomes, ends, examples}: Results): readonly string[] => {
	const telling = tellingLines(ends);
	return [
		'',
		ends.length === 1 ? 'all runs end alike' : `${ends.length} different ends`,
		...ends
			.toSorted((a, b) => b.indexes.length - a.indexes.length)
			.flatMap(({number, indexes}) => {
				const example = examples.find(({end}) => end.number === number);
				const seed = outcomes[indexes[0] ?? 0]?.seed;
				return [
					`  ${number}. ${indexes.length} of ${outcomes.length} runs: ${(telling[number - 1] ?? []).map((line) => shortened(line, longestLine)).join('; ')}`,
					...(example
						? [
								`     smallest: seed ${example.outcome.seed}, ${example.outcome.stops} stops${example.file === undefined ? '' : `, ${example.file}`}`,
								...circumstances(experiment, example.outcome).map((line) => `       ${line}`),
							]
						: [`     first with seed ${seed}`]),
				];
			}),
	];
};

const mostBroken = 10;

/** Runs in which something was that must never be, each with the command that repeats it. */
const brokenRows = ({outcomes}: Results, repeat: (seed: number) => string): readonly string[] => {
	const broken = outcomes.filter((outcome) => outcome.broken.length > 0);
	return broken.length === 0
		? []
		: [
				'',
				`${broken.length} of ${outcomes.length} runs broke a rule that must always hold`,
				...broken
					.slice(0, mostBroken)
					.flatMap((outcome) => [`  ${repeat(outcome.seed)}`, ...outcome.broken.map((line) => `    ${line}`)]),
			];
};

/** What was found, for a person. @param repeat the command that repeats the run of a seed */
export const reportText = (results: Results, repeat: (seed: number) => string): string => {
	const {experiment, outcomes} = results;
	const stops = outcomes.reduce((sum, outcome) => sum + outcome.stops, 0);
	return `${[
		`${outcomes.length} runs, ${stops} stops${outcomes.length < results.wanted ? `; interrupted before the other ${results.wanted - outcomes.length}` : ''}`,
		...experiment.questions.flatMap((_, index) => questionRows(results, index)),
		...experiment.variations.flatMap((_, index) => variationRows(results, index)),
		...endRows(results),
		...brokenRows(results, repeat),
	]
		.map(printable)
		.join('\n')}\n`;
};

const named = (names: readonly string[], values: ReadonlyArray<Answer>) =>
	Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));

/** One run, for a program. */
export const runRecord = ({questions, variations}: Experiment, outcome: Outcome, end: number) => ({
	seed: outcome.seed,
	settings: named(
		variations.map(({name}) => name),
		outcome.settings,
	),
	faults: outcome.mishaps.flat(),
	verdict: outcome.verdict,
	answers: named(questions, outcome.answers),
	end,
	broken: outcome.broken,
	stops: outcome.stops,
});

/** All runs together, for a program. */
export const summaryRecord = (results: Results) => {
	const {experiment, outcomes, ends, examples, wanted} = results;
	return {
		runs: outcomes.length,
		interrupted: outcomes.length < wanted,
		questions: Object.fromEntries(
			experiment.questions.map((name, index) => [name, distributionOf(answersTo(results, index))]),
		),
		ends: ends.map(({number, lines, indexes}) => {
			const example = examples.find(({end}) => end.number === number);
			return {
				end: number,
				runs: indexes.length,
				lines,
				...(example
					? {smallest: {...runRecord(experiment, example.outcome, number), recording: example.file ?? null}}
					: {}),
			};
		}),
	};
};
