import path from 'node:path';
import {Mistake, printable} from '../../scenario/mistake.js';
import type {LanguageName} from '../../stages/language-names.js';
import {writeTextFile} from '../text-file.js';
import {commandWords, type CommandWords} from '../words/words.js';
import type {Difference} from './end-state.js';
import {findingsOf, signatureOf} from './judge.js';
import {nextPlan, planKey, withPlans, type KnownPlan} from './order.js';
import {pairText} from './pair.js';
import {printPlan, type GivenPlan} from './plan-file.js';
import {likelyClients, planText, plansOf, type ChaosKind, type Plan} from './plans.js';
import {jsonReport, textReport, type Finding, type Results} from './report.js';
import {readRun, type RawRun, type Run} from './run.js';

/** How `chaos` runs, and the form of its report. */
export interface ChaosOptions {
	/** Runs the user's command once, with the faults of a plan. */
	readonly run: (plan?: GivenPlan) => Promise<RawRun>;
	/** The clients that are the controller; looked for in the first run when empty. */
	readonly clients: readonly string[];
	readonly kinds: readonly ChaosKind[];
	/** Whether a run can restart the controller. */
	readonly canRestart: boolean;
	readonly lagMs: number;
	readonly budgetMs: number;
	/** Whether the first finding ends the search. */
	readonly first?: boolean;
	/** Runs this plan alone. */
	readonly plan?: GivenPlan;
	/** The folder for recordings and plans of findings. */
	readonly folder: string;
	readonly output: 'text' | 'json';
	/** The language of the report; the machine-readable one is the same in all languages. */
	readonly language: LanguageName;
	readonly write: (text: string) => void;
	/** Hears a line about each run. */
	readonly progress: (line: string) => void;
	readonly signal?: AbortSignal;
	/** The command that repeats a plan. */
	readonly repeat: (planFile: string) => string;
	/** Wall clock, in milliseconds. */
	readonly nowMs?: () => number;
}

/** Faults of single requests: two of them make a plan without a word in common. */
const ofRequests: ReadonlySet<ChaosKind> = new Set(['crash', 'lost', 'conflict', 'error']);

const given = (plan: Plan, words: CommandWords['chaos']): GivenPlan => ({
	says: planText(plan, words),
	client: plan.place.client,
	faults: plan.faults,
});

/** The texts of a report: a program reads the English ones. */
const chaosWords = ({output, language}: ChaosOptions): CommandWords['chaos'] =>
	commandWords(output === 'json' ? 'en' : language).chaos;

/** An undisturbed run. @throws {Mistake} when the command fails already without faults. */
const reference = async ({run}: ChaosOptions): Promise<Run> => {
	const read = readRun(await run());
	const {command, isCut, outputs} = read;
	if (command.code !== 0) {
		const lines = (outputs[0] ?? '')
			.trimEnd()
			.split('\n')
			.slice(-5)
			.map((line) => printable(line));
		throw new Mistake(
			`without faults, the command ${isCut ? 'does not end' : `ends with ${command.code ?? command.signal}`}: ${lines.join(' / ')}`,
			{},
			'chaos compares runs with a successful one: make the command pass first',
		);
	}

	return read;
};

/** @throws {Mistake} when no client of the run can be the controller. */
const clientsOf = ({clients}: ChaosOptions, {traffic}: Run): readonly string[] => {
	const found = clients.length > 0 ? clients : likelyClients(traffic);
	if (found.length === 0) {
		throw new Mistake(
			'no client in the run writes and watches like a controller',
			{},
			'start your controller with --kubeconfig-for, or name its user agent or service account with --client',
		);
	}

	return found;
};

/** The plans and findings of the runs so far. */
class Search {
	known: readonly KnownPlan[] = [];
	readonly tried: Plan[] = [];
	readonly findings: Finding[] = [];
	runs = 2;

	constructor(
		readonly options: ChaosOptions,
		readonly references: readonly [Run, Run],
		readonly clients: readonly string[],
	) {
		this.known = withPlans([], this.#plansOf(references[0]), 0);
	}

	get #words(): CommandWords['chaos'] {
		return chaosWords(this.options);
	}

	#plansOf({traffic}: Run): readonly Plan[] {
		const {kinds, lagMs, canRestart} = this.options;
		return plansOf(traffic, {
			clients: this.clients,
			kinds: kinds.filter((kind) => kind !== 'crash' || canRestart),
			lagMs,
		});
	}

	async #once(
		plan: GivenPlan,
		changesLeader: boolean,
	): Promise<{readonly run: Run; readonly differences: readonly Difference[]}> {
		this.runs++;
		const run = readRun(await this.options.run(plan));
		return {
			run,
			differences: this.options.signal?.aborted ? [] : findingsOf(this.references, run, changesLeader, this.#words),
		};
	}

	/** Runs a plan, and again if it shows a difference. */
	async try(plan: GivenPlan, kind?: ChaosKind): Promise<Run> {
		const {progress, signal} = this.options;
		const {run, differences} = await this.#once(plan, kind === 'leader');
		const [result = this.#words.sameEnd] =
			differences.length === 0 ? [] : signatureOf(differences, this.#words).split('\n', 1);
		progress(this.#words.progress(plan.says, result));
		if (differences.length === 0) {
			return run;
		}

		const alike = this.findings.find(({signature}) => signature === signatureOf(differences, this.#words));
		if (alike) {
			alike.also.push(plan.says);
			return run;
		}

		let smallest = plan;
		for (const fault of plan.faults.length > 1 && kind !== undefined && ofRequests.has(kind) ? plan.faults : []) {
			const alone = {...plan, says: fault, faults: [fault]};
			if (
				smallest === plan &&
				signatureOf((await this.#once(alone, false)).differences, this.#words) === signatureOf(differences, this.#words)
			) {
				smallest = alone;
			}
		}

		const again = signal?.aborted ? undefined : await this.#once(smallest, kind === 'leader');
		// A run that the user has interrupted proves nothing.
		this.#keep(smallest, run, differences, signal?.aborted === true || again?.differences.length !== 0);
		return run;
	}

	/** Writes the files of a finding. */
	#keep(plan: GivenPlan, run: Run, differences: readonly Difference[], isSteady: boolean): void {
		const {folder, repeat} = this.options;
		const place = path.join(folder, `finding-${this.findings.length + 1}`);
		const planFile = path.join(place, 'plan.yaml');
		const before = this.references[0].recordings;
		const recordings = run.recordings.map((recording, index) => {
			const file = path.join(place, run.recordings.length === 1 ? 'recording.yaml' : `recording-${index + 1}.yaml`);
			const mate = before.length === run.recordings.length ? before[index] : undefined;
			writeTextFile(file, pairText(mate, recording), {mode: 0o600, folders: true});
			return file;
		});
		writeTextFile(planFile, printPlan(plan), {folders: true});
		writeTextFile(path.join(place, 'output.txt'), run.outputs.join('\n'), {folders: true});
		this.findings.push({
			plan,
			planFile,
			recordings,
			differences,
			signature: signatureOf(differences, this.#words),
			isSteady,
			also: [],
			repeat: repeat(planFile),
		});
	}

	/** Adds the first findings of a disturbed run: their places also need the faults of that run. */
	learn(plan: Plan, run: Run): void {
		if (plan.faults.length > 1 || !ofRequests.has(plan.kind)) {
			return;
		}

		const grown = this.#plansOf(run)
			.filter(({kind}) => ofRequests.has(kind))
			.map((next) => ({...next, faults: [...plan.faults, ...next.faults]}));
		this.known = withPlans(this.known, grown, this.runs);
	}

	results(isInterrupted: boolean, tookMs: number): Results {
		return {
			clients: this.clients,
			writes: new Set(this.known.map(({plan}) => planKey({...plan, kind: 'lost'}))).size,
			plans: this.known.length,
			tried: this.tried.length,
			runs: this.runs,
			tookMs,
			isInterrupted,
			findings: this.findings,
		};
	}
}

/**
Runs the user's command without faults, then once for each interesting place and fault, and reports the runs with another end.

@returns exit code: 0 when every run ends alike, 1 when one does not, 130 when the user has interrupted it.
@throws {Mistake} when the command fails without faults, a program cannot be started, or a file cannot be written.
*/
export const chaos = async (options: ChaosOptions): Promise<number> => {
	const {
		budgetMs,
		first = false,
		plan: only,
		output,
		write,
		progress,
		signal,
		nowMs = () => performance.now(),
	} = options;
	const startMs = nowMs();
	const words = chaosWords(options);
	progress(words.first);
	const undisturbed = await reference(options);
	progress(words.second);
	const references = [undisturbed, await reference(options)] as const;
	const search = new Search(options, references, clientsOf(options, undisturbed));
	const isOver = (): boolean =>
		signal?.aborted === true || nowMs() - startMs >= budgetMs || (first && search.findings.length > 0);
	if (only) {
		await search.try(only);
	}

	for (
		let plan = only ? undefined : nextPlan(search.known, search.tried);
		plan !== undefined && !isOver();
		plan = nextPlan(search.known, search.tried)
	) {
		const run = await search.try(given(plan, words), plan.kind);
		search.tried.push(plan);
		search.learn(plan, run);
	}

	const results = search.results(signal?.aborted === true, nowMs() - startMs);
	write(output === 'json' ? jsonReport(results) : textReport(results, only !== undefined, words));
	if (signal?.aborted) {
		return 130;
	}

	if (results.findings.length > 0) {
		return 1;
	}

	return 0;
};
