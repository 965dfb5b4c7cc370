import {printable} from '../../scenario/mistake.js';
import type {Difference} from './end-state.js';
import {pairNames} from './pair.js';
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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const difference = ({what, before, after}: Difference): string => `${what}: ${after}; undisturbed: ${before}`;

const findingLines = (finding: Finding, index: number): readonly string[] => {
	const {plan, differences, isSteady, also, recordings, repeat} = finding;
	const more = differences.length - mostDifferences;
	return [
		'',
		`${index + 1}. ${plan.says}${isSteady ? '' : ' (not in every run)'}`,
		...differences.slice(0, mostDifferences).map((one) => `   ${difference(one)}`),
		...(more > 0 ? [`   and ${counted(more, 'further difference')}`] : []),
		...(also.length > 0 ? [`   same end: ${also.join('; ')}`] : []),
		...recordings.map(
			(file) => `   k8s-walkthrough replay ${file}    then :compare ${pairNames.before} ${pairNames.after}`,
		),
		`   ${repeat}`,
	];
};

/** The report for a reader. @param isSingle only one plan was run */
export const textReport = (results: Results, isSingle: boolean): string => {
	const {clients, writes, plans, tried, runs, tookMs, isInterrupted, findings} = results;
	return `${[
		`${counted(runs, 'run')} in ${Math.round(tookMs / 1000)} s${isSingle ? '' : `: ${tried} of ${counted(plans, 'fault')} at ${counted(writes, 'place')}`}; the controller is ${clients.join(', ')}${isInterrupted ? '; interrupted' : ''}`,
		findings.length === 0
			? 'every run ends like the run without faults'
			: `${counted(findings.length, 'finding')}: runs that end differently from the run without faults`,
		...findings.flatMap((finding, index) => findingLines(finding, index)),
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
