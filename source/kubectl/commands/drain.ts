import {ApiError} from '../../client/errors.js';
import {note, sleep, type Routine} from '../../kernel/routine.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure, Failures, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, objectName, type DryRun} from '../output.js';
import {resolveResource, selectItems, type Item} from '../selection.js';
import {keyOf, pathOf, type Session} from '../session.js';
import type {Unstructured} from '../unstructured.js';

const suffixOf = (dryRun: DryRun): string => ({none: '', client: ' (dry run)', server: ' (server dry run)'})[dryRun];

function* setSchedulable(
	session: Session,
	{resource, name, object}: Item,
	unschedulable: boolean,
	dryRun: DryRun,
): Routine {
	const already = Boolean(object!.spec?.unschedulable) === unschedulable;
	if (!already && dryRun !== 'client') {
		const patch = {spec: {unschedulable: unschedulable ? true : null}};
		yield* note(
			'kubectl.generate',
			`kubectl makes a patch that ${unschedulable ? 'closes node' : 'opens node'} ${name} ${unschedulable ? 'to' : 'for'} new Pods.`,
			{patch},
			{object: keyOf(resource, undefined, name)},
		);
		yield* session.patch(resource, undefined, name, 'strategic-merge', patch, {query: dryRunQuery(dryRun)});
	}

	session.out(
		`${objectName(resource, name)} ${already ? 'already ' : ''}${unschedulable ? 'cordoned' : 'uncordoned'}${suffixOf(dryRun)}\n`,
	);
}

function* nodesOf(session: Session): Routine<{items: readonly Item[]; errors: readonly unknown[]}> {
	const {words, flags} = session;
	if (words.length === 0 && !flags.text('selector')) {
		throw usageFailure(session.commandPath, `USAGE: ${session.line.path.at(-1)} NODE [flags]`);
	}

	if (words.length > 0 && flags.text('selector')) {
		throw usageFailure(session.commandPath, 'error: cannot specify both a node name and a --selector option');
	}

	yield* session.target();
	const names = words.map((word) => (word.includes('/') ? word : `nodes/${word}`));
	return yield* selectItems(session, {words: names.length > 0 ? names : ['nodes']});
}

function* setAll(session: Session, unschedulable: boolean): Routine<number | void> {
	const dryRun = dryRunOf(session);
	const {items, errors} = yield* nodesOf(session);
	for (const item of items) {
		yield* setSchedulable(session, item, unschedulable, dryRun);
	}

	if (errors.length > 0) {
		throw errors.length === 1 ? errors[0] : new Failures(errors);
	}
}

/** `kubectl cordon`: no new Pods on a node. */
export const cordon = (session: Session): Routine<number | void> => setAll(session, true);

/** `kubectl uncordon`: new Pods again. */
export const uncordon = (session: Session): Routine<number | void> => setAll(session, false);

/** What draining does with one Pod. */
type Verdict = {readonly evict: boolean; readonly warning?: string; readonly problem?: string};

const mirror = 'kubernetes.io/config.mirror';

const unmanaged = 'Pods that declare no controller';
const daemons = 'DaemonSet-managed Pods';
const local = 'Pods with local storage';

const flagFor: Readonly<Record<string, string>> = {
	[unmanaged]: '(use --force to override)',
	[daemons]: '(use --ignore-daemonsets to ignore)',
	[local]: '(use --delete-emptydir-data to override)',
};

/**
Whether a Pod can be evicted with these flags.

@mirrors kubectl/pkg/drain filters
*/
export const drainVerdict = (
	pod: Unstructured,
	flags: {readonly force: boolean; readonly ignoreDaemonSets: boolean; readonly deleteEmptyDir: boolean},
): Verdict => {
	const controller = pod.metadata?.ownerReferences?.find((owner) => owner.controller);
	const finished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
	if (controller?.kind === 'DaemonSet' && !finished) {
		return flags.ignoreDaemonSets ? {evict: false, warning: `ignoring ${daemons}`} : {evict: false, problem: daemons};
	}

	if (pod.metadata?.annotations?.[mirror] !== undefined) {
		return {evict: false};
	}

	if (finished || pod.metadata?.deletionTimestamp) {
		return {evict: true};
	}

	const warnings: string[] = [];
	if ((pod.spec.volumes ?? []).some(({emptyDir}: {emptyDir?: unknown}) => emptyDir !== undefined)) {
		if (!flags.deleteEmptyDir) {
			return {evict: false, problem: local};
		}

		warnings.push(`deleting ${local}`);
	}

	if (!controller) {
		return flags.force ? {evict: true, warning: `deleting ${unmanaged}`} : {evict: false, problem: unmanaged};
	}

	return {evict: true, warning: warnings[0]};
};

/** `kubectl drain`: cordons a node and evicts its Pods, within their disruption budgets. */
export function* drain(session: Session): Routine<number | void> {
	const {flags, kernel} = session;
	const dryRun = dryRunOf(session);
	const {items, errors} = yield* nodesOf(session);
	if (errors.length > 0) {
		throw errors[0];
	}

	const pods = yield* resolveResource(session, 'pods');
	for (const item of items) {
		yield* setSchedulable(session, item, true, dryRun);
	}

	for (const item of items) {
		const all = yield* session.list(pods, undefined, {
			fieldSelector: `spec.nodeName=${item.name}`,
			labelSelector: flags.text('pod-selector'),
		});
		const verdicts = all.map((pod) => ({
			pod,
			...drainVerdict(pod, {
				force: flags.on('force'),
				ignoreDaemonSets: flags.on('ignore-daemonsets'),
				deleteEmptyDir: flags.on('delete-emptydir-data'),
			}),
		}));
		yield* note(
			'kubectl.generate',
			`kubectl decides for each of the ${all.length} Pods of node ${item.name} whether to evict it.`,
			{
				verdicts: verdicts.map(({pod, evict, warning, problem}) => ({pod: nameOf(pod), evict, warning, problem})),
			},
		);
		const by = (field: 'warning' | 'problem') => {
			const groups = new Map<string, string[]>();
			for (const verdict of verdicts) {
				const reason = verdict[field];
				if (reason) {
					groups.set(reason, [...(groups.get(reason) ?? []), nameOf(verdict.pod)]);
				}
			}

			return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
		};

		const problems = by('problem');
		if (problems.length > 0) {
			session.err(
				`error: unable to drain node "${item.name}" due to error: ${problemText(problems)}, continuing command...\nThere are pending nodes to be drained:\n ${item.name}\n`,
			);
			throw new CommandFailure(problemLines(problems).join('\n'), {verbatim: true});
		}

		const warnings = by('warning');
		if (warnings.length > 0) {
			session.err(`Warning: ${warnings.map(([reason, names]) => `${reason}: ${names.join(', ')}`).join('; ')}\n`);
		}

		const deadline = flags.durationMs('timeout') > 0 ? kernel.now + flags.durationMs('timeout') : undefined;
		yield* evictAll(
			session,
			pods,
			verdicts.filter(({evict}) => evict).map(({pod}) => pod),
			{dryRun, deadline, node: item.name},
		);
		session.out(`${objectName(item.resource, item.name)} drained${suffixOf(dryRun)}\n`);
	}
}

const nameOf = ({metadata}: Unstructured): string => `${metadata?.namespace}/${metadata?.name}`;

const problemLines = (problems: ReadonlyArray<[string, string[]]>): string[] =>
	problems.map(([reason, names]) => `cannot delete ${reason} ${flagFor[reason]}: ${names.join(', ')}`);

const problemText = (problems: ReadonlyArray<[string, string[]]>): string => {
	const lines = problemLines(problems);
	return lines.length === 1 ? lines[0] : `[${lines.join(', ')}]`;
};

function* evictAll(
	session: Session,
	resource: ApiResource,
	pods: readonly Unstructured[],
	options: {dryRun: DryRun; deadline?: number; node: string},
): Routine {
	const {dryRun, deadline} = options;
	const {kernel, flags} = session;
	const grace = flags.changed('grace-period') ? flags.number('grace-period') : -1;
	const deletion = {apiVersion: 'v1', kind: 'DeleteOptions', ...(grace >= 0 ? {gracePeriodSeconds: grace} : {})};
	for (const pod of pods) {
		const {namespace, name = ''} = pod.metadata ?? {};
		session.out(`${flags.on('disable-eviction') ? 'deleting' : 'evicting'} pod ${nameOf(pod)}${suffixOf(dryRun)}\n`);
		if (dryRun !== 'none') {
			continue;
		}

		for (;;) {
			try {
				yield* flags.on('disable-eviction')
					? session.delete(resource, namespace, name, deletion)
					: session.request('POST', pathOf(resource, namespace, name, 'eviction'), {
							body: {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name, namespace}, deleteOptions: deletion},
							object: keyOf(resource, namespace, name),
						});
				break;
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				if (error.reason === 'NotFound') {
					break;
				}

				if (error.reason !== 'TooManyRequests') {
					throw new CommandFailure(`error when evicting pods/"${name}" -n "${namespace}": ${error.message}`);
				}

				session.err(`error when evicting pods/"${name}" -n "${namespace}" (will retry after 5s): ${error.message}\n`);
				if (deadline !== undefined && kernel.now + 5000 > deadline) {
					yield* session.flush();
					yield* sleep(deadline - kernel.now);
					throw timedOut(session, options.node);
				}

				yield* session.flush();
				yield* sleep(5000);
			}
		}
	}

	if (dryRun !== 'none') {
		return;
	}

	for (const pod of pods) {
		const {namespace, name = '', uid} = pod.metadata ?? {};
		for (;;) {
			const current = yield* session.find(resource, namespace, name);
			if (!current || current.metadata?.uid !== uid) {
				session.out(`pod/${name} ${flags.on('disable-eviction') ? 'deleted' : 'evicted'}\n`);
				break;
			}

			if (deadline !== undefined && kernel.now + 1000 > deadline) {
				yield* sleep(Math.max(0, deadline - kernel.now));
				throw timedOut(session, options.node);
			}

			yield* sleep(1000);
		}
	}
}

const timedOut = (session: Session, node: string): CommandFailure => {
	const text = `drain did not complete within ${session.flags.text('timeout')}`;
	session.err(`There are pending nodes to be drained:\n ${node}\n`);
	return new CommandFailure(text);
};
