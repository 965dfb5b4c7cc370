import type {TerminalEntry} from '../../cluster.js';
import {atOnce} from '../../debugger/recording.js';
import {errorLine} from '../../kernel/error-text.js';
import {Mistake, mistakesIn} from '../../scenario/mistake.js';
import {otherLanguages} from '../../stages/language-names.js';
import {keyNow} from '../place.js';
import {pursue} from '../goal.js';
import {LessonRun} from '../player.js';
import type {Reporter} from '../lint.js';
import {chainOf} from './chain.js';
import {loadDrill, type Drill} from './drills.js';
import type {Attempt, DrillFile} from './format.js';
import {drillPairs, translatedDrill, type TranslatedDrill} from './translation.js';
import {readGlossary} from '../glossary.js';
import {compareWords} from '../wording.js';

/** The result of checking a drill. */
interface DrillReport {
	readonly drill?: Drill;
	readonly mistakes: readonly Mistake[];
	/** Stops recorded in all its runs. */
	readonly stops: number;
}

/** The message of kubectl when a command of the learner failed; `undefined` when none did. */
export const complaint = ({recording, start}: Pick<LessonRun, 'recording' | 'start'>): string | undefined => {
	const {ledger} = recording.kernel;
	const entries = ledger
		.keys('/terminal/')
		.filter((key) => ledger.readAt<TerminalEntry>(key, start)?.code === undefined)
		.map((key) => ledger.read<TerminalEntry>(key));
	const failed = entries.find((entry) => entry?.code !== undefined && entry.code > 0);
	return failed && `kubectl ${failed.command}: ${failed.stderr.trimEnd().split('\n').at(-1)}`;
};

const checkFault = (run: LessonRun, drill: Drill, report: Reporter): void => {
	if (run.failedFault !== undefined) {
		report(['fault', run.failedFault], 'the run does not reach this place', 'name a later place');
	}

	if (run.recording.stops.get(run.start)?.stage === 'traffic.lost') {
		report(
			['fault'],
			'the drill opens at a lost request, which reveals the reason',
			'let the run continue to another stop: `runTo: {stage: etcd.txn, object: lease/*}`',
		);
	}

	for (const [index, {kept}] of drill.drill.expect.entries()) {
		if (kept !== undefined && keyNow(run.recording, kept, run.start) === undefined) {
			report(['expect', index, 'kept'], `there is no ${kept} to keep`, 'name what exists at the start');
		}
	}

	checkTexts(run, drill.drill, report);
};

/** The texts of a drill must match its run. */
const checkTexts = (run: LessonRun, drill: DrillFile, report: Reporter): void => {
	for (const [index, {stop, says}] of chainOf(run, drill).entries()) {
		if (!stop) {
			report(
				['chain', index],
				'the run does not reach this place after the previous link',
				'`trace` shows the places that the run reaches',
			);
		} else if (says.includes('…')) {
			report(['chain', index, 'says'], 'the run does not have this value at that stop', 'name what exists there');
		} else {
			const link = drill.chain[index];
			for (const unclear of run.unclearSlots(link?.says ?? '', stop.step, [link?.at])) {
				report(['chain', index, 'says'], unclear, 'name in the text what the slot reads');
			}
		}
	}

	const texts = [
		['symptom', drill.symptom],
		['debrief', drill.debrief],
	] as const;
	for (const [field, text] of texts) {
		try {
			run.fill(text, run.start);
			for (const unclear of run.unclearSlots(text, run.start)) {
				report([field], unclear, 'name the object in the slot, as {{ pod/web: … }}, and in the text');
			}
		} catch (error) {
			report([field], `the run does not have this value: ${errorLine(error)}`, 'name what exists at the start');
		}
	}
};

/** Whether the expectation of a drill holds from here on; otherwise, the run's problem names the missing part. */
const isRepaired = (run: LessonRun, {steps: [{task} = {}]}: Drill): boolean => {
	run.problem = task && atOnce(pursue(run, task.expect, run.start));
	return run.problem === undefined;
};

/** Whether an attempt repairs the drill. */
const tried = (
	drill: Drill,
	{do: actions}: Attempt,
): {
	readonly run: LessonRun;
	readonly repaired: boolean;
	/** The action that was impossible. */
	readonly failed?: {readonly index: number; readonly why: string};
} => {
	const run = new LessonRun(drill);
	let failed: {readonly index: number; readonly why: string} | undefined;
	for (const [index, action] of actions.entries()) {
		const why = run.perform(action) ? complaint(run) : (run.problem ?? 'this action is impossible');
		failed ??= why === undefined ? undefined : {index, why};
	}

	return {run, repaired: isRepaired(run, drill), ...(failed ? {failed} : {})};
};

/**
Plays a drill and checks it: it is broken, stays broken without an action, passes with every repair, and fails with every action that only seems to help.

@param translations of the drill: they are not played again, but their texts must match the run.
*/
export const playDrill = (drill: Drill, translations: readonly TranslatedDrill[] = []): DrillReport => {
	const mistakes: Mistake[] = [];
	const reporter =
		({placeOf}: Pick<Drill, 'placeOf'>): Reporter =>
		(path, message, remedy) => {
			mistakes.push(new Mistake(message, placeOf(path), remedy));
		};

	const report = reporter(drill);
	const broken = new LessonRun(drill);
	checkFault(broken, drill, report);
	for (const told of translations) {
		checkTexts(broken, told.value, reporter(told));
	}

	const repairsItself = isRepaired(broken, drill);
	let stops = broken.recording.stops.length;
	if (repairsItself) {
		report(
			['expect'],
			'the drill is repaired before the learner does anything',
			'expect a state that only a repair reaches',
		);
	}

	for (const [index, attempt] of drill.drill.solutions.entries()) {
		const {run, repaired, failed} = tried(drill, attempt);
		stops += run.recording.stops.length;
		if (failed) {
			report(['solutions', index, 'do', failed.index], failed.why);
		} else if (!repaired) {
			report(['solutions', index], 'this does not repair the drill', run.problem);
		}
	}

	for (const [index, attempt] of drill.drill.not.entries()) {
		const {run, repaired} = tried(drill, attempt);
		stops += run.recording.stops.length;
		if (repaired) {
			report(['not', index], 'this repairs the drill', 'move it to `solutions`, or expect more');
		}
	}

	return {drill, mistakes, stops};
};

/** The translations beside a drill, and the errors of their files. */
const translationsOf = (
	drill: Drill,
): {readonly told: readonly TranslatedDrill[]; readonly mistakes: readonly Mistake[]} => {
	const told: TranslatedDrill[] = [];
	const mistakes: Mistake[] = [];
	for (const language of otherLanguages) {
		try {
			const translation = translatedDrill(drill.drill, drill.file, language);
			if (translation) {
				const {value, placeOf} = translation;
				told.push(translation);
				mistakes.push(...compareWords([drillPairs(drill.drill, value)], readGlossary(language), placeOf));
			}
		} catch (error) {
			mistakes.push(...mistakesIn(error));
		}
	}

	return {told, mistakes};
};

/** Lints and plays a drill file, and reads its translations beside it. @throws errors that are not an author's mistake. */
export const checkDrill = (file: string): DrillReport => {
	try {
		const drill = loadDrill(file);
		const {told, mistakes} = translationsOf(drill);
		const report = playDrill(drill, told);
		return {...report, mistakes: [...report.mistakes, ...mistakes]};
	} catch (error) {
		return {mistakes: mistakesIn(error), stops: 0};
	}
};
