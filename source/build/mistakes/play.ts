import {concluded, applyManifests, giveCommand, runUntilSettled, type Applied} from '../../commands/run-manifests.js';
import type {Manifests} from '../../commands/manifests.js';
import {withEdits, type Fix} from '../../diagnosis/fix.js';
import type {Explanation} from '../../diagnosis/explanation.js';
import type {Verdict} from '../../diagnosis/verdict.js';
import {completeScenario} from '../../scenario/scenario.js';
import type {MistakePlan} from './plan.js';

const file = 'app.yaml';

const manifestsWith = (text: string): Manifests => ({
	files: {[file]: text},
	command: `apply -f ${file}`,
	objects: [],
	warnings: [],
});

/** Applies a text to three nodes, gives more commands, and judges all of that. */
export const verdictOn = (text: string, commands: readonly string[] = []): Verdict => {
	const manifests = manifestsWith(text);
	const first = applyManifests(completeScenario({metrics: {}}), manifests);
	let applied: Applied = first;
	let settled = runUntilSettled(applied);
	for (const command of commands) {
		applied = {...giveCommand(first.recording, manifests, command.replace(/^kubectl /, '')), appliedFrom: first.from};
		settled = runUntilSettled(applied);
	}

	return concluded(applied, settled, 'en');
};

/** The verdict on an application with mistakes, and on the application with the first offered fix. */
export interface MistakeOutcome {
	readonly number: number;
	readonly classes: readonly string[];
	/** Whether the run passed in spite of the mistake. */
	readonly isGreen: boolean;
	/** Whether the first reason is at the lines of a mistake. */
	readonly isPlaced: boolean;
	/** Whether the run passes with the first fix. */
	readonly isMended: boolean;
	/** A line about the verdict, for readers who search for a failing class. */
	readonly says: string;
}

const isIn = ({places}: Explanation, {mistakes}: MistakePlan): boolean =>
	places.some(({line}) => mistakes.some(({from, to}) => from <= line && line <= to));

const mended = (text: string, {edits, commands, again}: Fix): Verdict =>
	verdictOn(withEdits({[file]: text}, edits)[file] ?? text, [
		...commands,
		...(again ? [`kubectl apply -f ${file}`] : []),
	]);

/** Plays a plan: the verdict, and the verdict on the run with the first fix that it offers. */
export const playMistakes = (plan: MistakePlan): MistakeOutcome => {
	const verdict = verdictOn(plan.text);
	// A mistake that the cluster tolerates, such as a liveness probe that cannot run, ends well with a remark.
	const first = verdict.findings.find(({kind}) => kind !== 'remark' || verdict.state === 'done');
	const fix = verdict.findings
		.flatMap(({kind, fixes}) => (kind === 'remark' && verdict.state !== 'done' ? [] : fixes))
		.at(0);
	const end = fix && mended(plan.text, fix).state;
	const place = first?.places.map(({line, field}) => `${line} ${field ?? ''}`).join(', ');
	return {
		number: plan.number,
		classes: plan.mistakes.map((one) => one.class),
		isGreen: verdict.state === 'done',
		isPlaced: first !== undefined && isIn(first, plan),
		isMended: end === 'done',
		says: `${plan.application.name} / ${plan.mistakes.map(({name, from, to}) => `${name} (${from}–${to})`).join(' + ')}: ${verdict.state} at ${place ?? 'no place'}: ${first?.message?.replaceAll(/\s+/g, ' ').slice(0, 160) ?? 'nothing'}; ${fix ? `${fix.proof} → ${end}` : 'no fix'}`,
	};
};
