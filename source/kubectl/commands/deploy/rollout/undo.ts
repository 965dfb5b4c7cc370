import {equal} from '../../../../kernel/equality.js';
import type {Routine} from '../../../../kernel/routine.js';
import {note} from '../../../../stages/note.js';
import {nestedField, type Unstructured} from '../../../../objects/unstructured.js';
import {podTemplateHashLabel} from '../../../../objects/workload.js';
import {lastApplied} from '../../../../objects/last-applied.js';
import {podTemplateText} from '../../../describe/pods.js';
import {CommandFailure} from '../../../failure.js';
import type {Invocation} from '../../../invocation.js';
import {
	dryRunOf,
	dryRunQuery,
	formatOf,
	objectName,
	printResult,
	type DryRun,
	type Format,
} from '../../../printing/output.js';
import {keyOf} from '../../../resource-path.js';
import type {Item} from '../../../selection.js';
import {revisionsOf, withoutKey, type Revision} from './revisions.js';
import {isRolling, notRolling, revisionAnnotation, rolloutItems, type RollingWorkload} from './workloads.js';

/** `kubectl rollout undo`: puts the Pod template of an earlier revision back. */
export function* undo(invocation: Invocation): Routine<number | void> {
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	for (const item of yield* rolloutItems(invocation)) {
		if (item.object.metadata?.annotations?.[lastApplied] !== undefined) {
			invocation.err(
				`Warning: resource ${item.resource.plural}/${item.name} was previously managed with 'kubectl apply'. Rolling back will not update the ${lastApplied} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n`,
			);
		}

		if (!isRolling(item.object)) {
			throw notRolling(item, 'rollbacker', 'rollbacker');
		}

		yield* undoOne(invocation, item, item.object, {dryRun, format});
	}
}

/** @mirrors kubectl/pkg/polymorphichelpers Rollbacker */
function* undoOne(
	invocation: Invocation,
	item: Item,
	workload: RollingWorkload,
	{dryRun, format}: {readonly dryRun: DryRun; readonly format: Format},
): Routine {
	const {resource, namespace, name} = item;
	const wanted = invocation.flags.number('to-revision');
	const target = targetOf(item, yield* revisionsOf(invocation, item, workload), wanted);
	if (dryRun === 'client') {
		const lead = resource.kind === 'Deployment' ? '' : 'will roll back to ';
		printResult(invocation, format, resource, workload, `${lead}${podTemplateText(target.template)}`, dryRun);
		return;
	}

	if (nestedField(workload, 'spec', 'paused')) {
		throw new CommandFailure(
			`you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again`,
		);
	}

	const labels = withoutKey(target.template.metadata?.labels, podTemplateHashLabel);
	const template = {...target.template, metadata: {...target.template.metadata, labels}};
	yield* note(
		'kubectl.generate',
		{
			case: 'revision',
			revision: target.number,
			of: objectName(resource, name),
			before: workload.spec.template,
			after: template,
		},
		{object: keyOf(resource, namespace, name)},
	);
	if (equal(template, workload.spec.template)) {
		const skipped = `skipped rollback (current template already matches revision ${wanted})`;
		printResult(invocation, format, resource, workload, skipped, dryRun);
		return;
	}

	const [type, patch] = patchFor(item, target, template);
	const query = dryRunQuery(dryRun);
	const result = yield* invocation.patch(resource, namespace, name, type, patch, {query});
	printResult(invocation, format, resource, result, 'rolled back', dryRun);
}

/** The revision to return to: the one before the last unless a number is given. */
const targetOf = ({resource, name}: Item, revisions: readonly Revision[], wanted: number): Revision => {
	const target = wanted === 0 ? revisions.at(-2) : revisions.find(({number}) => number === wanted);
	if (target) {
		return target;
	}

	if (wanted !== 0) {
		throw new CommandFailure(`unable to find specified revision ${wanted} in history`);
	}

	throw new CommandFailure(
		resource.kind === 'Deployment'
			? `no rollout history found for deployment "${name}"`
			: 'no last revision to roll back to',
	);
};

const patchFor = (
	{resource, object}: Item,
	target: Revision,
	template: object,
): readonly ['json' | 'strategic-merge', unknown] =>
	resource.kind === 'Deployment'
		? [
				'json',
				[
					{op: 'replace', path: '/spec/template', value: template},
					{op: 'replace', path: '/metadata/annotations', value: annotationsFor(object, target)},
				],
			]
		: ['strategic-merge', {spec: {template: {...template, $patch: 'replace'}}}];

/** Annotations of the Deployment that a return to another revision does not change. */
const kept = new Set([
	lastApplied,
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
