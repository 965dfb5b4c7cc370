import type {Client} from '../client/client.js';
import {ApiError, ignoreNotFound} from '../client/errors.js';
import type {EventRecorder} from '../client/event-recorder.js';
import {urlPath} from '../client/client.js';
import {GoTemplateError, readTemplate} from '../go/template/go-template.js';
import type {TemplateFunctions} from '../go/template/functions.js';
import {ManifestError} from '../go/yaml/manifest-error.js';
import {readYamlBody} from '../go/yaml/yaml.js';
import {memoised} from '../kernel/memoised.js';
import type {Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import {frame, note} from '../stages/note.js';
import type {Job, Jobs} from './jobs.js';
import {finalizerOperations, patchBody} from './patches.js';
import {stepsOf, type StagePatch, type StageStep} from './stage.js';

const resources = {Node: 'nodes', Pod: 'pods'} as const;
const contentTypes = {
	json: 'application/json-patch+json',
	merge: 'application/merge-patch+json',
	strategic: 'application/strategic-merge-patch+json',
} as const;

/** The answers after which a repeated request may succeed. @mirrors sigs.k8s.io/kwok/pkg/kwok/controllers shouldRetry */
const passing: ReadonlySet<string> = new Set(['ServerTimeout', 'Timeout', 'ServiceUnavailable', 'TooManyRequests', '']);
const firstPauseMs = 1000;
const longestPauseMs = 32 * 60_000;

const keyOfJob = ({kind, object: {metadata}}: Job): string =>
	registryKey(resources[kind], metadata.namespace, metadata.name);

const wordsOf = (step: StageStep): ReadonlyArray<'event' | 'finalizers' | 'patch' | 'delete'> =>
	(['event', 'finalizers', 'delete', 'patch'] as const).filter(
		(word) => step[word] !== undefined && step[word] !== false,
	);

/** The parts of the controller that the player of Stages uses. */
export interface PlayerParts {
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly jobs: Jobs;
	readonly functions: TemplateFunctions;
	/** Called before the templates of an object run. */
	readonly enter: (job: Job) => void;
	/** Determines the next Stage of an object at once. */
	readonly again: (job: Job, object: Job['object']) => void;
}

/** Applies Stages to objects. @mirrors sigs.k8s.io/kwok/pkg/kwok/controllers playStage */
export class Player {
	readonly #templateOf: (template: string) => (object: unknown) => string;

	constructor(readonly parts: PlayerParts) {
		this.#templateOf = memoised((template: string) => readTemplate(template, parts.functions), 500);
	}

	/** One of several workers. */
	work(): Routine {
		return this.parts.jobs.due.run((job) => this.#do(job));
	}

	*#do(job: Job): Routine {
		const {kind, key, stage} = job;
		yield* frame({name: `play ${stage.metadata.name} on ${kind} ${key}`}, this.#play(job));
	}

	*#play(job: Job): Routine {
		const {stage, kind, key, failures} = job;
		const steps = stepsOf(stage);
		const object = keyOfJob(job);
		const name = stage.metadata.name;
		yield* note('kwok.play', {kind, name: key, stage: name, steps: steps.flatMap(wordsOf)}, {object});
		let at = job.step;
		let result: Job['object'] | undefined;
		let isDeleted = false;
		try {
			for (; at < steps.length; at++) {
				const step = steps[at] ?? {};
				if (step.event) {
					yield* this.#record(job, step.event);
				}

				if (!isDeleted) {
					isDeleted = step.delete === true;
					result = (yield* this.#change(job, step)) ?? result;
				}
			}
		} catch (error) {
			const message = messageOf(error);
			const pauseMs =
				error instanceof ApiError && passing.has(error.reason)
					? Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
					: undefined;
			const pause = pauseMs === undefined ? {} : {pauseMs};
			yield* note('kwok.failed', {kind, name: key, stage: name, message, ...pause}, {object, outcome: 'failed'});
			if (pauseMs !== undefined) {
				this.parts.jobs.add({...job, failures: failures + 1, step: at}, pauseMs);
			}

			return;
		}

		if (result && !isDeleted && stage.spec.immediateNextStage) {
			this.parts.again(job, result);
		}
	}

	*#record({kind, object}: Job, {type, reason = '', message = ''}: NonNullable<StageStep['event']>): Routine {
		const subject = {apiVersion: 'v1', kind, metadata: object.metadata};
		yield* this.parts.recorder.event(subject, type === 'Warning' ? 'Warning' : 'Normal', reason, message);
	}

	/** Finalizers first, then the deletion or the patch. @returns the object after a patch. */
	*#change(job: Job, step: StageStep): Routine<Job['object'] | undefined> {
		const {client} = this.parts;
		const {kind, object} = job;
		const {namespace, name, finalizers = []} = object.metadata;
		let result: Job['object'] | undefined;
		const operations = step.finalizers ? finalizerOperations(finalizers, step.finalizers) : [];
		if (operations.length > 0) {
			result = yield* this.#patch(job, operations, {type: 'json'});
		}

		if (step.delete) {
			yield* ignoreNotFound(client.delete(resources[kind], namespace, name, {gracePeriodSeconds: 0}));
			return undefined;
		}

		return step.patch ? yield* this.#patch(job, this.#bodyOf(job, step.patch), step.patch) : result;
	}

	#bodyOf(job: Job, patch: StagePatch): unknown {
		this.parts.enter(job);
		const rendered = this.#templateOf((patch.template ?? '').trim())(job.object);
		return patchBody(readYamlBody(rendered).value, patch);
	}

	*#patch({kind, object}: Job, body: unknown, patch: StagePatch): Routine<Job['object']> {
		const {namespace, name} = object.metadata;
		const {type = 'strategic', subresource, impersonation} = patch;
		return yield* this.parts.client.send<Job['object']>(
			'PATCH',
			urlPath(resources[kind], namespace, name, subresource || undefined),
			{
				body,
				headers: {
					'content-type': contentTypes[type],
					...(impersonation ? {'impersonate-user': impersonation.username} : {}),
				},
			},
		);
	}
}

/** The text of a refusal, or of a template or its YAML that cannot be read. @throws what is neither. */
const messageOf = (error: unknown): string => {
	if (error instanceof ApiError || error instanceof GoTemplateError || error instanceof ManifestError) {
		return error.message;
	}

	throw error;
};
