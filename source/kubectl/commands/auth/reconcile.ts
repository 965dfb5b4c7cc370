import {isConflict, isNotFound} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {PolicyRule, RbacV1Subject as Subject} from '../../../objects/kubernetes.generated.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {needFiles} from '../../manifests/files.js';
import {dryRunOf, formatOf, inOneStream, objectName, printResult, type Format} from '../../printing/output.js';
import {keyOf} from '../../resource-path.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';
import {
	autoUpdate,
	nothing,
	reconciledBinding,
	reconciledRole,
	rulesOf,
	subjectsOf,
	type Reconciled,
} from './reconciled.js';

const group = 'rbac.authorization.k8s.io';
const roles = new Set(['Role', 'ClusterRole']);
const bindings = new Set(['RoleBinding', 'ClusterRoleBinding']);

/** `kubectl auth reconcile`: makes roles and bindings grant the permissions in files, and removes others only on request. */
export function* reconcile(invocation: Invocation): Routine<number | void> {
	needFiles(invocation);
	if (invocation.words.length > 0) {
		throw new CommandFailure('no arguments are allowed');
	}

	const dryRun = dryRunOf(invocation);
	if (dryRun === 'server') {
		throw new CommandFailure('--dry-run=server for command reconcile is not supported yet');
	}

	const format = inOneStream({...formatOf(invocation), typed: true});
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {local: true});
	const failures: unknown[] = [...errors];
	for (const item of items) {
		const {kind, version} = item.resource;
		if (item.resource.group !== group || !(roles.has(kind) || bindings.has(kind))) {
			continue;
		}

		try {
			if (version !== 'v1') {
				throw new CommandFailure(`only ${group}/v1 is supported: not *${version}.${kind}`);
			}

			yield* reconcileOne(invocation, item, format);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

function* reconcileOne(invocation: Invocation, item: Item, format: Format): Routine {
	const {resource, name, object} = item;
	const dryRun = dryRunOf(invocation);
	const namespace = object.metadata?.namespace;
	const expected = {...object};
	for (let attempt = 0; attempt < 3; attempt++) {
		const existing = yield* invocation.find(resource, namespace, name);
		const reconciled = (present: Unstructured): Reconciled =>
			roles.has(resource.kind)
				? reconciledRole(present, expected, invocation.flags.on('remove-extra-permissions'))
				: reconciledBinding(present, expected, invocation.flags.on('remove-extra-subjects'));
		const result: Reconciled = existing
			? reconciled(existing)
			: {
					...nothing,
					operation: 'create',
					object: expected,
					missingRules: rulesOf(expected),
					missingSubjects: subjectsOf(expected),
					isProtected: false,
				};
		yield* note(
			'kubectl.generate',
			{case: 'reconcile', of: objectName(resource, name), before: existing, after: result.object, ...result},
			{object: keyOf(resource, namespace, name)},
		);
		try {
			const done =
				result.isProtected || dryRun === 'client' ? result.object : yield* carryOut(invocation, item, result);
			printResult(invocation, format, resource, done, 'reconciled', dryRun);
			explain(invocation, result);
			return;
		} catch (error) {
			if (!(isNotFound(error) || isConflict(error)) || result.operation === 'none') {
				throw error;
			}
		}
	}

	throw new CommandFailure('exceeded maximum attempts');
}

function* carryOut(
	invocation: Invocation,
	{resource, name}: Item,
	{operation, object}: Reconciled,
): Routine<Unstructured> {
	const namespace = object.metadata?.namespace;
	switch (operation) {
		case 'none': {
			return object;
		}

		case 'update': {
			return yield* invocation.update(resource, namespace, object);
		}

		case 'recreate': {
			yield* invocation.delete(resource, namespace, name, {kind: 'DeleteOptions', apiVersion: 'v1'});
			return yield* invocation.create(resource, namespace, object);
		}

		default: {
			if (resource.namespaced) {
				yield* ensureNamespace(invocation, namespace);
			}

			return yield* invocation.create(resource, namespace, object);
		}
	}
}

/** Creates the namespace if it does not exist. */
function* ensureNamespace(invocation: Invocation, namespace: string | undefined): Routine {
	if (!namespace) {
		// Here `--namespace` does not fill in a namespace that a file leaves out.
		throw new CommandFailure('resource name may not be empty');
	}

	const namespaces = yield* resolveResource(invocation, 'namespaces');
	if (!(yield* invocation.find(namespaces, undefined, namespace))) {
		yield* invocation.create(namespaces, undefined, {
			apiVersion: 'v1',
			kind: 'Namespace',
			metadata: {name: namespace},
			spec: {},
			status: {},
		});
	}
}

/** A list as Go prints it. */
const words = (values: readonly string[] | undefined): string => `[${(values ?? []).join(' ')}]`;

const ruleText = ({verbs, apiGroups, resources, resourceNames, nonResourceURLs}: PolicyRule): string =>
	`{Verbs:${words(verbs)} APIGroups:${words(apiGroups)} Resources:${words(resources)} ResourceNames:${words(resourceNames)} NonResourceURLs:${words(nonResourceURLs)}}`;

const subjectText = ({kind, apiGroup = '', name, namespace = ''}: Subject): string =>
	`{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`;

const explain = (invocation: Invocation, result: Reconciled): void => {
	if (result.operation === 'none') {
		return;
	}

	const {flags} = invocation;
	const caveat = result.isProtected ? `, but object opted out (${autoUpdate}: false)` : '';
	invocation.err(`\treconciliation required ${result.operation}${caveat}\n`);
	const list = (title: string, lines: readonly string[]): void => {
		if (lines.length > 0) {
			invocation.err(`\t${title}:\n${lines.map((line) => `\t\t${line}\n`).join('')}`);
		}
	};

	list('missing subjects added', result.missingSubjects.map(subjectText));
	list('extra subjects removed', flags.on('remove-extra-subjects') ? result.extraSubjects.map(subjectText) : []);
	list('missing rules added', result.missingRules.map(ruleText));
	list('extra rules removed', flags.on('remove-extra-permissions') ? result.extraRules.map(ruleText) : []);
};
