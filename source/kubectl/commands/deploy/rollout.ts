import type {WatchEvent} from '../../../client/request.js';
import {Mailbox} from '../../../kernel/mailbox.js';
import {note, take, type Routine} from '../../../kernel/routine.js';
import type {Command} from '../../commands.js';
import {podTemplateText} from '../../describe/pods.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {
	dryRunOf,
	dryRunQuery,
	formatOf,
	inOneStream,
	objectName,
	printResult,
	type Format,
} from '../../printing/output.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';
import {keyOf, pathOf, type Invocation} from '../../invocation.js';
import {alignRows} from '../../../go/tab-writer.js';
import {withValue, type Unstructured, type Value} from '../../unstructured.js';
import {fieldManager} from '../write/apply.js';
import {selectorText} from '../../selected-pods.js';
import {resourceName} from '../../../objects/resources.js';
import {equal} from '../../../kernel/equality.js';

const revisionAnnotation = 'deployment.kubernetes.io/revision';
const causeAnnotation = 'kubernetes.io/change-cause';
const restartAnnotation = 'kubectl.kubernetes.io/restartedAt';

const rolling = new Set(['Deployment', 'DaemonSet', 'StatefulSet']);

function* itemsOf(invocation: Invocation): Routine<readonly Item[]> {
	if (invocation.words.length === 0 && invocation.flags.list('filename').length === 0) {
		throw new CommandFailure('required resource not specified');
	}

	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {everything: true});
	throwAll(errors);
	return items;
}

/** What a Deployment still waits for, in kubectl's words. */
const deploymentProgress = ({metadata, spec, status = {}}: Unstructured): {text: string; done: boolean} => {
	const name = metadata?.name;
	if ((metadata?.generation ?? 0) > (status.observedGeneration ?? 0)) {
		return {text: 'Waiting for deployment spec update to be observed...\n', done: false};
	}

	const progressing = (status.conditions ?? []).find(({type}: Value) => type === 'Progressing');
	if (progressing?.reason === 'ProgressDeadlineExceeded') {
		throw new CommandFailure(`deployment "${name}" exceeded its progress deadline`);
	}

	const {replicas: current = 0, updatedReplicas = 0, availableReplicas = 0} = status;
	const wanted = spec.replicas ?? 1;
	if (updatedReplicas < wanted) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${updatedReplicas} out of ${wanted} new replicas have been updated...\n`,
			done: false,
		};
	}

	if (current > updatedReplicas) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${current - updatedReplicas} old replicas are pending termination...\n`,
			done: false,
		};
	}

	if (availableReplicas < updatedReplicas) {
		return {
			text: `Waiting for deployment "${name}" rollout to finish: ${availableReplicas} of ${updatedReplicas} updated replicas are available...\n`,
			done: false,
		};
	}

	return {text: `deployment "${name}" successfully rolled out\n`, done: true};
};

const daemonSetProgress = ({metadata, spec, status = {}}: Unstructured): {text: string; done: boolean} => {
	if (spec.updateStrategy?.type === 'OnDelete') {
		throw new CommandFailure('rollout status is only available for RollingUpdate strategy type');
	}

	if ((metadata?.generation ?? 0) > (status.observedGeneration ?? 0)) {
		return {text: 'Waiting for daemon set spec update to be observed...\n', done: false};
	}

	const {
		updatedNumberScheduled: updated = 0,
		desiredNumberScheduled: wanted = 0,
		numberAvailable: available = 0,
	} = status;
	if (updated < wanted) {
		return {
			text: `Waiting for daemon set "${metadata?.name}" rollout to finish: ${updated} out of ${wanted} new pods have been updated...\n`,
			done: false,
		};
	}

	return available < wanted
		? {
				text: `Waiting for daemon set "${metadata?.name}" rollout to finish: ${available} of ${wanted} updated pods are available...\n`,
				done: false,
			}
		: {text: `daemon set "${metadata?.name}" successfully rolled out\n`, done: true};
};

const statefulSetProgress = ({metadata, spec, status = {}}: Unstructured): {text: string; done: boolean} => {
	if (spec.updateStrategy?.type === 'OnDelete') {
		throw new CommandFailure('rollout status is only available for RollingUpdate strategy type');
	}

	if ((status.observedGeneration ?? 0) === 0 || (metadata?.generation ?? 0) > status.observedGeneration) {
		return {text: 'Waiting for statefulset spec update to be observed...\n', done: false};
	}

	const wanted = spec.replicas ?? 1;
	const {readyReplicas = 0, updatedReplicas = 0, updateRevision, currentRevision} = status;
	if (readyReplicas < wanted) {
		return {text: `Waiting for ${wanted - readyReplicas} pods to be ready...\n`, done: false};
	}

	const partition = spec.updateStrategy?.rollingUpdate?.partition ?? 0;
	if (partition > 0) {
		return updatedReplicas < wanted - partition
			? {
					text: `Waiting for partitioned roll out to finish: ${updatedReplicas} out of ${wanted - partition} new pods have been updated...\n`,
					done: false,
				}
			: {text: `partitioned roll out complete: ${updatedReplicas} new pods have been updated...\n`, done: true};
	}

	return updateRevision === currentRevision
		? {
				text: `statefulset rolling update complete ${status.currentReplicas ?? 0} pods at revision ${currentRevision}...\n`,
				done: true,
			}
		: {
				text: `waiting for statefulset rolling update to complete ${updatedReplicas} pods at revision ${updateRevision}...\n`,
				done: false,
			};
};

const progressOf = (object: Unstructured) =>
	object.kind === 'Deployment'
		? deploymentProgress(object)
		: object.kind === 'DaemonSet'
			? daemonSetProgress(object)
			: statefulSetProgress(object);

/** `kubectl rollout status`: prints each change until the rollout is complete. */
function* status(invocation: Invocation): Routine<number | void> {
	const {flags, kernel} = invocation;
	const wanted = flags.number('revision');
	if (wanted < 0) {
		throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
	}

	const items = yield* itemsOf(invocation);
	if (items.length === 0) {
		invocation.err(`No resources found in ${yield* invocation.namespace()} namespace.\n`);
		return;
	}

	for (const {resource, namespace, name, object} of items) {
		if (!rolling.has(resource.kind)) {
			throw new CommandFailure(`no status viewer has been implemented for ${kindAndGroup(resource)}`);
		}

		const follow = flags.changed('watch') ? flags.on('watch') : true;
		const timeoutMs = flags.durationMs('timeout');
		const deadline = timeoutMs > 0 ? kernel.now + timeoutMs : undefined;
		const running = Number(object!.metadata?.annotations?.[revisionAnnotation] ?? 0);
		if (resource.kind === 'Deployment' && wanted > 0 && wanted !== running) {
			throw new CommandFailure(`desired revision (${wanted}) is different from the running revision (${running})`);
		}

		let last = progressOf(object!);
		invocation.out(last.text);
		if (last.done || !follow) {
			continue;
		}

		const mailbox = new Mailbox<WatchEvent>(`kubectl/rollout/${name}`);
		const response = yield* invocation.request('GET', pathOf(resource, namespace), {
			query: {
				fieldSelector: `metadata.name=${name}`,
				resourceVersion: object!.metadata?.resourceVersion,
				watch: 'true',
			},
			onEvent: (event) => kernel.send(mailbox, event, kernel.latency('client.watch', 1)),
		});
		kernel.atExit(() => response.close?.());
		while (!last.done) {
			yield* invocation.flush();
			const event = yield* take(mailbox, deadline === undefined ? {} : {timeoutMs: Math.max(0, deadline - kernel.now)});
			if (!event) {
				throw new CommandFailure('timed out waiting for the condition');
			}

			if (event.type === 'DELETED') {
				throw new CommandFailure('object has been deleted');
			}

			const next = progressOf(event.object as Unstructured);
			if (next.text !== last.text || next.done) {
				invocation.out(next.text);
			}

			last = next;
		}

		response.close?.();
	}
}

/** Workloads that kubectl knows, but that keep no revisions. */
const known = new Set(['Job.batch', 'CronJob.batch', 'Pod', 'ReplicaSet.apps', 'ReplicationController']);

const kindAndGroup = ({kind, group}: Item['resource']): string => (group ? `${kind}.${group}` : kind);

const notRolling = ({resource}: Item, what: string, tool: string): CommandFailure => {
	const name = kindAndGroup(resource);
	return new CommandFailure(
		known.has(name)
			? `no ${tool} has been implemented for "${name}"`
			: `error retrieving ${what} for "${name}", no visitor method exists for {${resource.group} ${resource.kind}}`,
	);
};

interface Revision {
	/** The ReplicaSet, or the workload as it was. */
	readonly whole: Unstructured;
	readonly number: number;
	readonly cause: string;
	readonly template: Value;
	readonly annotations: Readonly<Record<string, string>>;
}

/** The revisions that a workload keeps: ReplicaSets of a Deployment, ControllerRevisions of the others. */
function* revisionsOf(invocation: Invocation, item: Item): Routine<readonly Revision[]> {
	const {resource, namespace, object} = item;
	if (!rolling.has(resource.kind)) {
		throw notRolling(item, 'history', 'history viewer');
	}

	const source = yield* resolveResource(
		invocation,
		resource.kind === 'Deployment' ? 'replicasets.apps' : 'controllerrevisions.apps',
	);
	const owned = (yield* invocation.list(source, namespace, {
		labelSelector: selectorText(object!.spec.selector),
	})).filter((one) => one.metadata?.ownerReferences?.some(({uid}) => uid === object!.metadata?.uid));
	return owned
		.map((one) => ({
			number:
				resource.kind === 'Deployment'
					? Number(one.metadata?.annotations?.[revisionAnnotation] ?? 0)
					: Number(one.revision),
			cause: one.metadata?.annotations?.[causeAnnotation] || '<none>',
			annotations: one.metadata?.annotations ?? {},
			whole:
				resource.kind === 'Deployment'
					? one
					: withValue(object!, ['spec', 'template'], withoutKey(one.data?.spec?.template, '$patch')),
			template: resource.kind === 'Deployment' ? one.spec.template : withoutKey(one.data?.spec?.template, '$patch'),
		}))
		.sort((a, b) => a.number - b.number);
}

const withoutKey = (value: Value, key: string): Value =>
	Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => name !== key));

const printRevision = (invocation: Invocation, format: Format, whole: Unstructured): void => {
	const [, group = ''] = (whole.apiVersion ?? '').split('/').reverse();
	printResult(invocation, format, {group, kind: whole.kind ?? ''}, whole, '');
};

/** `kubectl rollout history`. */
function* history(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const format = inOneStream({...formatOf(invocation), typed: true});
	const wanted = flags.number('revision');
	if (wanted < 0) {
		throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
	}

	for (const item of yield* itemsOf(invocation)) {
		const revisions = yield* revisionsOf(invocation, item);
		if (format.name !== '' && wanted === 0) {
			for (const {whole} of revisions) {
				printRevision(invocation, format, whole);
			}

			continue;
		}

		if (wanted > 0) {
			const revision = revisions.find(({number}) => number === wanted);
			if (!revision) {
				throw new CommandFailure(`unable to find the specified revision`);
			}

			if (format.name !== '') {
				printRevision(invocation, format, revision.whole);
				continue;
			}

			const template =
				revision.cause === '<none>'
					? revision.template
					: withValue(revision.template, ['metadata', 'annotations', causeAnnotation], revision.cause);
			invocation.out(
				`${objectName(item.resource, item.name)} with revision #${wanted}\n${podTemplateText(template)}\n`,
			);
			continue;
		}

		invocation.out(`${objectName(item.resource, item.name)} \n`);
		invocation.out(
			`${alignRows([['REVISION', 'CHANGE-CAUSE'], ...revisions.map(({number, cause}) => [String(number), cause])])}\n`,
		);
	}
}

/** `kubectl rollout undo`: puts the Pod template of an earlier revision back. */
function* undo(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	for (const item of yield* itemsOf(invocation)) {
		const {resource, namespace, name, object} = item;
		if (!rolling.has(resource.kind)) {
			throw notRolling(item, 'rollbacker', 'rollbacker');
		}

		const revisions = yield* revisionsOf(invocation, item);
		const wanted = flags.number('to-revision');
		const target = wanted === 0 ? revisions.at(-2) : revisions.find(({number}) => number === wanted);
		if (!target) {
			throw new CommandFailure(
				wanted !== 0
					? `unable to find specified revision ${wanted} in history`
					: resource.kind === 'Deployment'
						? `no rollout history found for deployment "${name}"`
						: 'no last revision to roll back to',
			);
		}

		if (dryRun === 'client') {
			const lead = resource.kind === 'Deployment' ? '' : 'will roll back to ';
			printResult(invocation, format, resource, object!, `${lead}${podTemplateText(target.template)}`, dryRun);
			continue;
		}

		if (object!.spec.paused) {
			throw new CommandFailure(
				`cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again`,
			);
		}

		const labels = withoutKey(target.template.metadata?.labels, 'pod-template-hash');
		const template = {...target.template, metadata: {...target.template.metadata, labels}};
		yield* note(
			'kubectl.generate',
			`kubectl takes the Pod template of revision ${target.number} for ${objectName(resource, name)}.`,
			{before: object!.spec.template, after: template},
			{object: keyOf(resource, namespace, name)},
		);
		if (equal(template, object!.spec.template)) {
			printResult(
				invocation,
				format,
				resource,
				object!,
				`skipped rollback (current template already matches revision ${wanted})`,
				dryRun,
			);
			continue;
		}

		const result =
			resource.kind === 'Deployment'
				? yield* invocation.patch(
						resource,
						namespace,
						name,
						'json',
						[
							{op: 'replace', path: '/spec/template', value: template},
							{op: 'replace', path: '/metadata/annotations', value: annotationsFor(object!, target)},
						],
						{query: dryRunQuery(dryRun)},
					)
				: yield* invocation.patch(
						resource,
						namespace,
						name,
						'strategic-merge',
						{spec: {template: {...template, $patch: 'replace'}}},
						{query: dryRunQuery(dryRun)},
					);
		printResult(invocation, format, resource, result, 'rolled back', dryRun);
	}
}

/** Annotations that stay with the Deployment whatever revision it returns to. */
const kept = new Set([
	'kubectl.kubernetes.io/last-applied-configuration',
	revisionAnnotation,
	'deployment.kubernetes.io/revision-history',
	'deployment.kubernetes.io/desired-replicas',
	'deployment.kubernetes.io/max-replicas',
]);

const annotationsFor = ({metadata}: Unstructured, {annotations}: Revision): Readonly<Record<string, string>> =>
	Object.fromEntries([
		...Object.entries(metadata?.annotations ?? {}).filter(([key]) => kept.has(key)),
		...Object.entries(annotations).filter(([key]) => !kept.has(key)),
	]);

type Edit = (invocation: Invocation, item: Item) => {readonly patch: unknown; readonly past: string};

const editing = (edit: Edit): Command =>
	function* (invocation) {
		const format = {...formatOf(invocation), typed: true};
		const failures: unknown[] = [];
		const items = yield* itemsOf(invocation);
		if (items.length === 0) {
			invocation.err(`No resources found in ${yield* invocation.namespace()} namespace.\n`);
			return;
		}

		for (const item of items) {
			const {resource, namespace, name, object} = item;
			try {
				const {patch, past} = edit(invocation, item);
				yield* note(
					'kubectl.generate',
					`kubectl makes a patch so that ${objectName(resource, name)} is ${past}.`,
					{before: object, patch},
					{object: keyOf(resource, namespace, name)},
				);
				const result = yield* invocation.patch(resource, namespace, name, 'strategic-merge', patch, {
					query: {fieldManager: fieldManager(invocation, 'kubectl-rollout')},
				});
				printResult(invocation, format, resource, result, past);
			} catch (error) {
				failures.push(isFailure(error));
			}
		}

		throwAll(failures);
	};

/** How refusals begin, each of several too. */
const named = ({resource, name}: Item): string => `error: ${resourceName(resource)} "${name}"`;

const pause: Edit = (_, item) => {
	if (item.resource.kind !== 'Deployment') {
		throw new CommandFailure(`${named(item)} pausing is not supported`);
	}

	if (item.object!.spec.paused) {
		throw new CommandFailure(`${named(item)} is already paused`);
	}

	return {patch: {spec: {paused: true}}, past: 'paused'};
};

const resume: Edit = (_, item) => {
	if (item.resource.kind !== 'Deployment') {
		throw new CommandFailure(`${named(item)} resuming is not supported`);
	}

	if (!item.object!.spec.paused) {
		throw new CommandFailure(`${named(item)} is not paused`);
	}

	return {patch: {spec: {paused: null}}, past: 'resumed'};
};

const restart: Edit = ({kernel}, item) => {
	if (!rolling.has(item.resource.kind)) {
		throw new CommandFailure(`${named(item)} restarting is not supported`);
	}

	if (item.object!.spec.paused) {
		throw new CommandFailure(`${named(item)} can't restart paused deployment (run rollout resume first)`);
	}

	if (item.object!.spec.template.metadata?.annotations?.[restartAnnotation] === kernel.timestamp()) {
		throw new CommandFailure(
			`failed to create patch for ${item.name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
		);
	}

	return {
		patch: {spec: {template: {metadata: {annotations: {[restartAnnotation]: kernel.timestamp()}}}}},
		past: 'restarted',
	};
};

/** `kubectl rollout …`. */
export const rolloutCommands: Readonly<Record<string, Command>> = {
	'rollout history': history,
	'rollout pause': editing(pause),
	'rollout restart': editing(restart),
	'rollout resume': editing(resume),
	'rollout status': status,
	'rollout undo': undo,
};
