import {isNotFound} from '../../../client/errors.js';
import {parseLabelSelector} from '../../../objects/label-selector.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure, isFailure, throwAll, usageFailure} from '../../failure.js';
import {dryRunOf, dryRunQuery, objectName, type DryRun} from '../../printing/output.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {controllerOf} from '../../../objects/owner.js';
import {nestedField, type Unstructured} from '../../../objects/unstructured.js';
import {drainVerdict, type DrainFlags, type DrainVerdict} from './drain-filters.js';
import {evictPods, nameOf} from './evict.js';
import {getOrInsert} from '../../../kernel/get-or-insert.js';

const suffixOf = (dryRun: DryRun): string => ({none: '', client: ' (dry run)', server: ' (server dry run)'})[dryRun];

function* setSchedulable(
	invocation: Invocation,
	{resource, name, object}: Item,
	unschedulable: boolean,
	dryRun: DryRun,
): Routine {
	const already = Boolean(nestedField(object, 'spec', 'unschedulable')) === unschedulable;
	if (!already && dryRun !== 'client') {
		const patch = {spec: {unschedulable: unschedulable ? true : null}};
		yield* note(
			'kubectl.generate',
			{case: 'cordon', node: name, unschedulable, patch},
			{object: keyOf(resource, undefined, name)},
		);
		yield* invocation.patch(resource, undefined, name, 'strategic-merge', patch, {query: dryRunQuery(dryRun)});
	}

	invocation.out(
		`${objectName(resource, name)} ${already ? 'already ' : ''}${unschedulable ? 'cordoned' : 'uncordoned'}${suffixOf(dryRun)}\n`,
	);
}

/** The nodes that the words name; a missing one ends the command. */
function* nodesOf(invocation: Invocation): Routine<readonly Item[]> {
	const {words, flags} = invocation;
	if (words.length === 0 && !flags.changed('selector')) {
		throw usageFailure(invocation.commandPath, `USAGE: ${invocation.line.path.at(-1)} NODE [flags]`);
	}

	if (words.length > 0 && flags.text('selector')) {
		throw usageFailure(invocation.commandPath, 'error: cannot specify both a node name and a --selector option');
	}

	const podSelector = flags.text('pod-selector');
	try {
		parseLabelSelector(podSelector);
	} catch {
		throw new CommandFailure('--pod-selector=<pod_selector> must be a valid label selector');
	}

	yield* invocation.target();
	const names = words.map((word) => (word.includes('/') ? word : `nodes/${word}`));
	const {items, errors} = yield* selectItems(invocation, {words: names.length > 0 ? names : ['nodes']});
	if (errors.length > 0) {
		throw errors[0];
	}

	const other = items.find(({resource}) => resource.kind !== 'Node');
	if (other) {
		const {group, version, plural} = other.resource;
		throw new CommandFailure(`error: expected resource of type node, got "${group}/${version}, Resource=${plural}"`);
	}

	return items;
}

function* setAll(invocation: Invocation, unschedulable: boolean): Routine<number | void> {
	const dryRun = dryRunOf(invocation);
	for (const item of yield* nodesOf(invocation)) {
		yield* setSchedulable(invocation, item, unschedulable, dryRun);
	}
}

/** `kubectl cordon`: no new Pods on a node. */
export const cordon = (invocation: Invocation): Routine<number | void> => setAll(invocation, true);

/** `kubectl uncordon`: new Pods again. */
export const uncordon = (invocation: Invocation): Routine<number | void> => setAll(invocation, false);

/** `kubectl drain`: cordons nodes and evicts their Pods, within their disruption budgets. */
export function* drain(invocation: Invocation): Routine<number | void> {
	const dryRun = dryRunOf(invocation);
	const items = yield* nodesOf(invocation);
	const pods = yield* resolveResource(invocation, 'pods');
	for (const item of items) {
		yield* setSchedulable(invocation, item, true, dryRun);
	}

	const pending: string[] = [];
	const failures: Array<readonly CommandFailure[]> = [];
	for (const item of items) {
		const problems = yield* drainOne(invocation, pods, item);
		if (problems.length === 0) {
			invocation.out(`${objectName(item.resource, item.name)} drained${suffixOf(dryRun)}\n`);
			continue;
		}

		invocation.err(
			`error: unable to drain node "${item.name}" due to error: ${textOf(problems)}, continuing command...\n`,
		);
		pending.push(item.name);
		failures.push(problems);
	}

	const [first, ...others] = failures;
	if (first) {
		invocation.err(`There are pending nodes to be drained:\n${pending.map((name) => ` ${name}\n`).join('')}`);
		throwAll(others.length === 0 ? first : failures.map((problems) => new CommandFailure(textOf(problems))));
	}
}

const textOf = (failures: readonly Error[]): string => {
	const text = failures.map(({message}) => message).join(', ');
	return failures.length === 1 ? text : `[${text}]`;
};

interface Judged extends DrainVerdict {
	readonly pod: Unstructured;
}

/** The Pods of a node, each with the effect of draining on it. */
function* judge(invocation: Invocation, pods: ApiResource, node: string): Routine<readonly Judged[]> {
	const {flags, kernel} = invocation;
	const all = yield* invocation.list(pods, undefined, {
		fieldSelector: `spec.nodeName=${node}`,
		labelSelector: flags.text('pod-selector'),
		limit: flags.text('chunk-size'),
	});
	const judged: Judged[] = [];
	for (const pod of all) {
		const verdict = drainVerdict(pod, {
			force: flags.on('force'),
			ignoreDaemonSets: flags.on('ignore-daemonsets'),
			deleteEmptyDir: flags.on('delete-emptydir-data'),
			skipDeletedSeconds: flags.number('skip-wait-for-delete-timeout'),
			wallClockMs: kernel.wallClockMs,
			daemonSetProblem: yield* daemonSetProblem(invocation, pod),
		});
		judged.push({pod, ...verdict});
	}

	yield* note('kubectl.generate', {
		case: 'drain',
		node,
		pods: all.length,
		verdicts: judged.map(({pod, evict, warning, problem}) => ({pod: nameOf(pod), evict, warning, problem})),
	});
	return judged;
}

function* daemonSetProblem(invocation: Invocation, pod: Unstructured): Routine<DrainFlags['daemonSetProblem']> {
	const controller = controllerOf(pod);
	if (controller?.kind !== 'DaemonSet') {
		return undefined;
	}

	const sets = yield* resolveResource(invocation, 'daemonsets.apps');
	try {
		yield* invocation.get(sets, pod.metadata?.namespace, controller.name);
		return undefined;
	} catch (error) {
		return {message: isFailure(error).message, missing: isNotFound(error)};
	}
}

/** Names of Pods by the message about them. */
const grouped = (judged: readonly Judged[], field: 'warning' | 'problem'): ReadonlyArray<[string, string[]]> => {
	const groups = new Map<string, string[]>();
	for (const verdict of judged) {
		const reason = verdict[field];
		if (reason) {
			getOrInsert(groups, reason, () => []).push(nameOf(verdict.pod));
		}
	}

	return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
};

/** Drains a node. @returns what prevents it. */
function* drainOne(invocation: Invocation, pods: ApiResource, {name}: Item): Routine<readonly CommandFailure[]> {
	const judged = yield* judge(invocation, pods, name);
	const problems = grouped(judged, 'problem');
	if (problems.length > 0) {
		return problems.map(([reason, names]) => new CommandFailure(`${reason}: ${names.join(', ')}`, {verbatim: true}));
	}

	const warnings = grouped(judged, 'warning');
	if (warnings.length > 0) {
		invocation.err(`Warning: ${warnings.map(([reason, names]) => `${reason}: ${names.join(', ')}`).join('; ')}\n`);
	}

	const leaving = judged.filter(({evict}) => evict).map(({pod}) => pod);
	if (dryRunOf(invocation) === 'client') {
		invocation.out(leaving.map((pod) => `evicting pod ${nameOf(pod)} (dry run)\n`).join(''));
		return [];
	}

	const {failures} = yield* evictPods(invocation, pods, leaving);
	if (failures.length > 0) {
		const left = (yield* judge(invocation, pods, name)).filter(({evict}) => evict);
		if (left.length > 0) {
			invocation.err(
				`There are pending pods in node "${name}" when an error occurred: ${textOf(failures)}\n${left.map(({pod}) => `pod/${pod.metadata?.name}\n`).join('')}`,
			);
		}
	}

	return failures;
}
