import {printable} from '../../scenario/mistake.js';
import type {Difference} from './end-state.js';
import {pairNames} from './pair.js';
import type {CommandWords} from '../words/words.js';
import type {GivenPlan} from './plan-file.js';

/** A run that ends otherwise than the undisturbed one. */
export interface Finding {
	readonly plan: GivenPlan;
	readonly planFile: string;
	readonly recordings: readonly string[];
	readonly differences: readonly Difference[];
	/** The differences in words that are the same in each run. */
	readonly signature: string;
	/** Whether a second run with the plan differs too. */
	readonly isSteady: boolean;
	/** Other plans with the same differences. */
	readonly also: string[];
	/** The command that repeats it. */
	readonly repeat: string;
}

/** The results of all runs. */
export interface Results {
	readonly clients: readonly string[];
	/** Places that have plans. */
	readonly writes: number;
	readonly plans: number;
	readonly tried: number;
	readonly runs: number;
	readonly tookMs: number;
	readonly isInterrupted: boolean;
	readonly findings: readonly Finding[];
}

const mostDifferences = 8;

type Words = CommandWords['chaos'];

const findingLines = (finding: Finding, index: number, words: Words): readonly string[] => {
	const {plan, differences, isSteady, also, recordings, repeat} = finding;
	const more = differences.length - mostDifferences;
	return [
		'',
		`${index + 1}. ${plan.says}${isSteady ? '' : words.notSteady}`,
		...differences
			.slice(0, mostDifferences)
			.map(({what, before, after}) => `   ${words.difference(what, after, before)}`),
		...(more > 0 ? [`   ${words.moreDifferences(more)}`] : []),
		...(also.length > 0 ? [`   ${words.also(also)}`] : []),
		...recordings.map((file) => `   ${words.replay(file, `:compare ${pairNames.before} ${pairNames.after}`)}`),
		`   ${repeat}`,
	];
};

/** The report for a reader. @param isSingle only one plan was run */
export const textReport = (results: Results, isSingle: boolean, words: Words): string => {
	const {clients, writes, plans, tried, runs, tookMs, isInterrupted, findings} = results;
	return `${[
		`${words.head(runs, Math.round(tookMs / 1000), isSingle ? undefined : {tried, plans, writes}, clients)}${isInterrupted ? words.interrupted : ''}`,
		findings.length === 0 ? words.noFindings : words.findings(findings.length),
		...findings.flatMap((finding, index) => findingLines(finding, index, words)),
	]
		.map((line) => printable(line))
		.join('\n')}\n`;
};

/** The report for a program. */
export const jsonReport = ({findings, ...results}: Results): string =>
	`${JSON.stringify(
		{
			...results,
			tookMs: Math.round(results.tookMs),
			findings: findings.map(({plan, planFile, recordings, differences, isSteady, also}) => ({
				plan,
				planFile,
				recordings,
				differences,
				isSteady,
				also,
			})),
		},
		null,
		2,
	)}\n`;
