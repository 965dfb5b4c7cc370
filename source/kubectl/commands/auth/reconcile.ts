import {isConflict, isNotFound} from '../../../client/errors.js';
import {note, type Routine} from '../../../kernel/routine.js';
import type {PolicyRule} from '../../../objects/kubernetes.generated.js';
import {uncoveredRules} from '../../../objects/policy-rules.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {needFiles} from '../../manifests/manifests.js';
import {dryRunOf, formatOf, inOneStream, objectName, printResult, type Format} from '../../printing/output.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';
import {keyOf, type Invocation} from '../../invocation.js';
import {withValue, type Unstructured, type Value} from '../../unstructured.js';
import {equal} from '../../../kernel/equality.js';

/** Who a binding is for. */
interface Subject {
	readonly kind: string;
	readonly apiGroup?: string;
	readonly name: string;
	readonly namespace?: string;
}

/** What has to be done so that the server's object grants what the file says. */
export interface Reconciled {
	readonly operation: 'none' | 'create' | 'update' | 'recreate';
	/** What the object becomes. */
	readonly object: Unstructured;
	readonly missingRules: readonly PolicyRule[];
	readonly extraRules: readonly PolicyRule[];
	readonly missingSubjects: readonly Subject[];
	readonly extraSubjects: readonly Subject[];
	/** The object says of itself that it is left alone. */
	readonly isProtected: boolean;
}

const nothing = {missingRules: [], extraRules: [], missingSubjects: [], extraSubjects: []};
const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';
const protectedBy = ({metadata}: Unstructured): boolean => metadata?.annotations?.[autoUpdate] === 'false';

/** The existing object with the labels and annotations of the expected one; what exists wins. */
const withMetadata = (existing: Unstructured, expected: Unstructured): Unstructured => {
	let object = existing;
	for (const field of ['annotations', 'labels'] as const) {
		if (expected.metadata?.[field] ?? existing.metadata?.[field]) {
			object = withValue(object, ['metadata', field], {...expected.metadata?.[field], ...existing.metadata?.[field]});
		}
	}

	return object;
};

/** The selectors of `wanted` that `held` has not. */
const selectorsBeyond = (held: Value, wanted: Value): readonly Value[] =>
	wanted === undefined || (held !== undefined && held === wanted)
		? []
		: ((wanted.clusterRoleSelectors ?? []) as readonly Value[]).filter(
				(selector) => !((held?.clusterRoleSelectors ?? []) as readonly Value[]).some((one) => equal(one, selector)),
			);

/**
What becomes of a role: missing rules are added; with `removeExtra` it gets just the expected ones.

@mirrors component-helpers/auth/rbac/reconciliation computeReconciledRole
*/
export const reconciledRole = (existing: Unstructured, expected: Unstructured, removeExtra: boolean): Reconciled => {
	const [held, wanted] = [existing, expected].map(({rules}) => (rules ?? []) as readonly PolicyRule[]);
	const [heldAggregation, aggregation] = [existing.aggregationRule, expected.aggregationRule];
	const extraRules = aggregation && heldAggregation ? [] : uncoveredRules(wanted, held);
	const missingRules = uncoveredRules(held, wanted);
	let object = withMetadata(existing, expected);
	if (removeExtra ? missingRules.length + extraRules.length > 0 : missingRules.length > 0) {
		object = {...object, rules: removeExtra ? wanted : [...held, ...missingRules]};
	}

	const missing = selectorsBeyond(heldAggregation, aggregation);
	const extra = selectorsBeyond(aggregation, heldAggregation);
	if (!aggregation && heldAggregation) {
		object = withValue(object, ['aggregationRule'], undefined);
	} else if (removeExtra && missing.length + extra.length > 0) {
		object = {...object, aggregationRule: aggregation};
	} else if (!removeExtra && missing.length > 0) {
		const clusterRoleSelectors = [...(heldAggregation?.clusterRoleSelectors ?? []), ...missing];
		object = {...object, aggregationRule: {...heldAggregation, clusterRoleSelectors}};
	}

	const operation = equal(object, existing) ? 'none' : 'update';
	return {...nothing, operation, object, missingRules, extraRules, isProtected: protectedBy(existing)};
};

const sameSubject = (a: Subject, b: Subject): boolean =>
	a.kind === b.kind &&
	(a.apiGroup ?? '') === (b.apiGroup ?? '') &&
	a.name === b.name &&
	(a.namespace ?? '') === (b.namespace ?? '');

const subjectsBeyond = (held: readonly Subject[], wanted: readonly Subject[]): readonly Subject[] =>
	wanted.filter(
		(subject, index) =>
			!held.some((one) => sameSubject(one, subject)) && wanted.findIndex((one) => sameSubject(one, subject)) === index,
	);

/**
What becomes of a binding: missing subjects are added; with `removeExtra` it gets just the expected ones. To another role it is made anew.

@mirrors component-helpers/auth/rbac/reconciliation computeReconciledRoleBinding
*/
export const reconciledBinding = (existing: Unstructured, expected: Unstructured, removeExtra: boolean): Reconciled => {
	const isProtected = protectedBy(existing);
	const reference = ({roleRef = {}}: Unstructured): readonly string[] =>
		['apiGroup', 'kind', 'name'].map((field) => String(roleRef[field] ?? ''));
	if (!equal(reference(existing), reference(expected))) {
		return {...nothing, operation: 'recreate', object: expected, isProtected};
	}

	const [held, wanted] = [existing, expected].map(({subjects}) => (subjects ?? []) as readonly Subject[]);
	const missingSubjects = subjectsBeyond(held, wanted);
	const extraSubjects = subjectsBeyond(wanted, held);
	let object = withMetadata(existing, expected);
	if (removeExtra ? missingSubjects.length + extraSubjects.length > 0 : missingSubjects.length > 0) {
		object = {...object, subjects: removeExtra ? wanted : [...held, ...missingSubjects]};
	}

	const operation = equal(object, existing) ? 'none' : 'update';
	return {...nothing, operation, object, missingSubjects, extraSubjects, isProtected};
};

const group = 'rbac.authorization.k8s.io';
const roles = new Set(['Role', 'ClusterRole']);
const bindings = new Set(['RoleBinding', 'ClusterRoleBinding']);

/** `kubectl auth reconcile`: makes roles and bindings grant what files say, without taking away what they grant beyond, unless told. */
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
	const namespace = object!.metadata?.namespace;
	const expected = {...object!};
	for (let attempt = 0; attempt < 3; attempt++) {
		const existing = yield* invocation.find(resource, namespace, name);
		const result: Reconciled = existing
			? roles.has(resource.kind)
				? reconciledRole(existing, expected, invocation.flags.on('remove-extra-permissions'))
				: reconciledBinding(existing, expected, invocation.flags.on('remove-extra-subjects'))
			: {
					...nothing,
					operation: 'create',
					object: expected,
					missingRules: expected.rules ?? [],
					missingSubjects: expected.subjects ?? [],
					isProtected: false,
				};
		yield* note(
			'kubectl.generate',
			`kubectl compares what ${objectName(resource, name)} grants with what the file says: ${result.operation === 'none' ? 'there is nothing to do' : `it takes ${result.operation === 'update' ? 'an update' : `to ${result.operation} it`}`}.`,
			{before: existing, after: result.object, ...result},
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

/** Makes the namespace when it is not there. */
function* ensureNamespace(invocation: Invocation, namespace: string | undefined): Routine {
	if (!namespace) {
		// What a file does not say, --namespace does not add here.
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
