import {ApiError} from '../../../client/errors.js';
import {note, type Routine} from '../../../kernel/routine.js';
import type {Command} from '../../commands.js';
import {CommandFailure, throwAll, usageFailure, withSource} from '../../failure.js';
import {fieldValidation, loadManifests, needFiles} from '../../manifests/manifests.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult} from '../../printing/output.js';
import {pathOf, type Invocation} from '../../invocation.js';
import {withValue, type Unstructured} from '../../unstructured.js';
import {fieldManager, withLastApplied} from '../write/apply.js';
import {leftAsItIs} from '../write/edit.js';
import {sendRaw} from '../../raw-request.js';
import {clusterRole, clusterRoleBinding, role, roleBinding} from './roles.js';
import {configMap, dockerSecret, genericSecret, tlsSecret} from './configmaps-and-secrets.js';
import {clusterIP, externalName, ingress, loadBalancer, nodePort} from './services-and-ingresses.js';
import {budget, namespace, priorityClass, quota, serviceAccount, token} from './policies.js';
import {cronJob, deployment, job} from './workloads.js';

/** `kubectl create -f`: each object must be new. */
export function* create(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	if (invocation.words.length > 0) {
		throw usageFailure(invocation.commandPath, `Unexpected args: [${invocation.words.join(' ')}]`);
	}

	needFiles(invocation);
	if (flags.text('raw')) {
		yield* sendRaw(invocation, 'POST');
		return;
	}

	const dryRun = dryRunOf(invocation);
	const format = inOneStream(formatOf(invocation));
	fieldValidation(invocation);
	yield* invocation.target();
	const {manifests, errors} = yield* loadManifests(invocation, {selected: true});
	const failures: unknown[] = [...errors];
	if (flags.on('edit')) {
		throwAll(failures);
		yield* leftAsItIs(invocation, manifests);
		return;
	}

	if (manifests.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to create');
	}

	for (const {resource, namespace, object, source, locate} of manifests) {
		const body = flags.on('save-config') ? withLastApplied(object) : object;
		try {
			const created =
				dryRun === 'client'
					? body
					: yield* invocation.create(resource, namespace, body, {
							query: {
								...dryRunQuery(dryRun),
								fieldManager: fieldManager(invocation, 'kubectl-create'),
								fieldValidation: fieldValidation(invocation),
							},
							locate,
						});
			printResult(invocation, format, resource, created, 'created', dryRun);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failures.push(withSource(error, 'creating', source));
		}
	}

	throwAll(failures);
}

/** What a generator makes from the flags of its command. */
export interface Generated {
	readonly object: Unstructured;
	/** Says whose failure it is, where upstream does: with a colon, or without as for secrets. */
	readonly failing?: string;
	/** Warnings for standard error. */
	readonly warnings?: readonly string[];
}

/** Makes an object from words and flags. */
export type Generator = (invocation: Invocation, name: string) => Routine<Generated>;

const creating = (generate: Generator, options: {readonly namespaced?: boolean} = {}): Command =>
	function* (invocation) {
		const {words, flags} = invocation;
		fieldValidation(invocation);
		const before = invocation.line.dashAt === -1 ? words : words.slice(0, invocation.line.dashAt);
		if (before.length !== 1) {
			throw usageFailure(invocation.commandPath, `exactly one NAME is required, got ${before.length}`);
		}

		const dryRun = dryRunOf(invocation);
		const format = {...formatOf(invocation), typed: true};
		yield* invocation.target();
		const {object: plain, failing, warnings = []} = yield* generate(invocation, before[0]);
		for (const warning of warnings) {
			invocation.warn(warning);
		}

		const chosen = yield* invocation.namespace();
		const namespaced = options.namespaced ?? true;
		// The flag's namespace is written into the object, the context's is not.
		const placed =
			namespaced && (flags.changed('namespace') || dryRun !== 'client')
				? withValue(plain, ['metadata', 'namespace'], chosen)
				: plain;
		const object = flags.on('save-config') ? withLastApplied(placed, {typed: true}) : placed;
		yield* note(
			'kubectl.generate',
			`${invocation.commandPath} builds a ${object.kind} named ${before[0]} from its flags.`,
			{input: invocation.line.arguments, output: object},
		);
		const resource = yield* invocation.lookUp((resources) => resources.ofKind(object.apiVersion!, object.kind!));
		if (!resource) {
			throw new CommandFailure(`no matches for kind "${object.kind}" in version "${object.apiVersion}"`);
		}

		yield* note(
			'kubectl.negotiate',
			`${object.kind} in ${object.apiVersion} is the resource ${resource.plural}: its URL is ${pathOf(resource, chosen)}.`,
			{
				apiVersion: object.apiVersion,
				kind: object.kind,
				resource: resource.plural,
				url: pathOf(resource, chosen),
			},
		);
		if (dryRun === 'client') {
			printResult(invocation, format, resource, object, 'created', dryRun);
			return;
		}

		try {
			const created = yield* invocation.create(resource, namespaced ? chosen : undefined, object, {
				query: {
					...dryRunQuery(dryRun),
					fieldManager: fieldManager(invocation, 'kubectl-create'),
					...(flags.text('validate') ? {fieldValidation: fieldValidation(invocation)} : {}),
				},
			});
			printResult(invocation, format, resource, created, 'created', dryRun);
		} catch (error) {
			throw error instanceof ApiError && failing
				? new CommandFailure(`failed to create ${failing} ${error.message}`)
				: error;
		}
	};

/** `kubectl create deployment`, `kubectl create secret generic` … */
export const createCommands: Readonly<Record<string, Command>> = {
	'create clusterrole': creating(clusterRole, {namespaced: false}),
	'create clusterrolebinding': creating(clusterRoleBinding, {namespaced: false}),
	'create configmap': creating(configMap),
	'create cronjob': creating(cronJob),
	'create deployment': creating(deployment),
	'create ingress': creating(ingress),
	'create job': creating(job),
	'create namespace': creating(namespace, {namespaced: false}),
	'create poddisruptionbudget': creating(budget),
	'create priorityclass': creating(priorityClass, {namespaced: false}),
	'create quota': creating(quota),
	'create role': creating(role),
	'create rolebinding': creating(roleBinding),
	'create secret docker-registry': creating(dockerSecret),
	'create secret generic': creating(genericSecret),
	'create secret tls': creating(tlsSecret),
	'create service clusterip': creating(clusterIP),
	'create service externalname': creating(externalName),
	'create service loadbalancer': creating(loadBalancer),
	'create service nodeport': creating(nodePort),
	'create serviceaccount': creating(serviceAccount),
	'create token': token,
};
