import {WorkerPool} from '../worker-pool.js';
import type {PlayWorlds} from './check-shard.js';
import {checkedFiles} from './findings.js';
import type {Part} from './parts.js';
import {assumedNamespaces} from './assumed-namespaces.js';
import {planOf, type Plan} from './plan.js';
import type {ReadFile} from './read-given.js';
import type {CheckedFile, Finding, Report} from './report.js';
import type {CheckRequest} from './request.js';
import {withCustomEffects} from './custom-effects.js';
import {withMissingSchemas} from './missing-schemas.js';
import {withUnknownTarget} from './target-findings.js';
import {objectsIn, type GivenDocument} from './given-documents.js';
import {withVersions} from './version-findings.js';
import {endsInOrder} from './played-worlds.js';
import type {PartEnd} from './part-end.js';
import {playWorld, type WorldJob} from './world.js';

/** The findings of one file, of all parts that have something in it. Of a file that is not checked to its end, only reading it has findings. */
const joined = (
	files: readonly ReadFile[],
	ends: readonly CheckedFile[],
	notes: readonly Finding[],
	isDone: (file: string) => boolean,
): readonly CheckedFile[] =>
	files
		.filter(({why, file, findings}) => why === undefined && (isDone(file) || findings.length > 0))
		.map(({file, findings}) => {
			const own = isDone(file) ? ends.filter((one) => one.file === file) : [];
			return {
				file,
				objects: own.flatMap(({objects}) => objects).sort((a, b) => a.line - b.line),
				findings: [
					...findings,
					...notes.filter(({places}) => places[0]?.file === file),
					...own.flatMap((one) => one.findings),
				],
			};
		});

const withFinding = (files: readonly CheckedFile[], findings: readonly Finding[]): readonly CheckedFile[] =>
	files.map((one) => ({
		...one,
		findings: [...one.findings, ...findings.filter(({places}) => places[0]?.file === one.file)],
	}));

const judgedWithoutTarget = (
	file: CheckedFile,
	documents: readonly GivenDocument[],
	{isTarget, ignoresMissingSchemas, language}: CheckRequest,
): CheckedFile => {
	const known = ignoresMissingSchemas ? withMissingSchemas(file) : file;
	return isTarget ? known : withUnknownTarget(known, documents, language);
};

/** How far an interrupted check came. */
const reachedOf = ({files, documents}: Plan, isDone: (file: string) => boolean): NonNullable<Report['reached']> => {
	const read = files.filter(({why}) => why === undefined);
	return {
		checked: read.filter(({file}) => isDone(file)).length,
		files: read.length,
		objects: documents.reduce((sum, document) => sum + objectsIn(document).length, 0),
	};
};

/** The number of parts with something of each file. */
const partsOfFiles = (parts: readonly Part[]): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const {documents} of parts) {
		for (const file of new Set(documents.map((document) => document.file))) {
			counts.set(file, (counts.get(file) ?? 0) + 1);
		}
	}

	return counts;
};

/** A check of one cluster with more parts is long enough that Ctrl-C has something to print. */
const mostUnheard = 8;

/** A repeated check of at most this many clusters begins without threads. */
const mostWarming = 8;

/** The module whose threads play worlds. */
const worker = new URL('./check-worker.js', import.meta.url);

/** Applies files to simulated clusters, on all cores, and reports the result of each, in the order given. */
export const check = async (request: CheckRequest): Promise<Report> => {
	const startMs = performance.now();
	const plan = planOf(request);
	const {files, parts, worlds, notes, documents, versionFindings, linesOf, jobs} = plan;
	const {interruption, progress} = request;
	// A check that is repeated plays few worlds, without threads. If it begins with few, this thread has compiled its code for them by then.
	const isRepeated = request.played !== undefined && (request.played.size > 0 || jobs.length <= mostWarming);
	// A thread plays the only cluster of many parts: only then, Ctrl-C can be heard.
	const isHeard = !isRepeated && (jobs.length > 1 || parts.length > mostUnheard);
	const heard = await interruption?.(isHeard);
	const signal = isHeard || heard?.aborted ? heard : undefined;
	const workers = isRepeated && jobs.length <= mostWarming ? 1 : request.jobs;
	const pool = new WorkerPool<WorldJob, readonly PartEnd[]>({run: playWorld, worker}, workers, signal);
	const ends: CheckedFile[] = [];
	const left = partsOfFiles(parts);

	try {
		let index = 0;
		progress?.(0, parts.length);
		let done = 0;
		const play: PlayWorlds = (own) => endsInOrder(pool, own, request.played);
		for await (const result of request.sharded ? request.sharded.ends(jobs, play) : play(jobs)) {
			for (const [at, part] of (worlds[index] ?? []).entries()) {
				const end = result[at];
				if (end) {
					const around = {context: part.context, flags: request.openedWith};
					ends.push(
						...withFinding(checkedFiles(end, part.documents, linesOf, around), assumedNamespaces(part, request, plan)),
					);
				}

				for (const file of new Set(part.documents.map((document) => document.file))) {
					left.set(file, (left.get(file) ?? 0) - 1);
				}

				done++;
			}

			index++;
			progress?.(done, parts.length);
		}
	} finally {
		await pool.end();
	}

	const isDone = (file: string): boolean => (left.get(file) ?? 0) === 0;
	const isInterrupted = signal?.aborted ?? false;
	const around = {documents, language: request.language, namespace: request.how.namespace ?? 'default'};
	return {
		files: joined(files, ends, notes, isDone).map((file) =>
			judgedWithoutTarget(withCustomEffects(withVersions(file, versionFindings), around), documents, request),
		),
		skipped: [...(request.skipped ?? []), ...files.flatMap(({file, why}) => (why ? [{file, why}] : []))],
		isInterrupted,
		...(isInterrupted ? {reached: reachedOf(plan, isDone)} : {}),
		...(request.isVersionGiven && request.scenario.kubernetesVersion !== undefined
			? {versions: [request.scenario.kubernetesVersion]}
			: {}),
		seconds: (performance.now() - startMs) / 1000,
	};
};
