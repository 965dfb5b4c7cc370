import {fieldManager} from '../../field-manager.js';
import {withLastApplied} from '../../last-applied.js';
import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Command} from '../../command.js';
import {CommandFailure, throwAll, usageFailure, withSource} from '../../failure.js';
import {fieldValidation} from '../../manifests/validate.js';
import {loadManifests} from '../../manifests/manifests.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {needFiles} from '../../manifests/files.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {leftAsItIs} from '../write/edit.js';
import {inEditor} from '../write/in-editor.js';
import {sendRaw} from '../../raw-request.js';
import {creating} from './generated.js';
import {clusterRole, clusterRoleBinding, role, roleBinding} from './roles.js';
import {configMap, dockerSecret, genericSecret, tlsSecret} from './configmaps-and-secrets.js';
import {clusterIP, externalName, ingress, loadBalancer, nodePort} from './services-and-ingresses.js';
import {budget} from './disruption-budget.js';
import {namespace, quota} from './namespace.js';
import {priorityClass} from './priority-class.js';
import {serviceAccount, token} from './service-account.js';
import {cronJob, deployment, job} from './workloads.js';

/** `kubectl create --edit`: an editor shows the objects before they are created. @mirrors kubectl/pkg/cmd/create RunEditOnCreate */
function* editedFirst(invocation: Invocation, manifests: readonly Manifest[]): Routine<number | void> {
	const {editor} = invocation.environment;
	if (!editor) {
		yield* leftAsItIs(invocation, manifests);
		return undefined;
	}

	const {flags} = invocation;
	return yield* inEditor(invocation, editor, {
		mode: 'object',
		subjects: manifests,
		creates: true,
		change: function* ({resource, namespace}, after) {
			yield* invocation.create(resource, namespace, flags.on('save-config') ? withLastApplied(after) : after, {
				query: {
					fieldManager: fieldManager(invocation, 'kubectl-create'),
					fieldValidation: fieldValidation(invocation),
				},
			});
		},
	});
}

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
		return yield* editedFirst(invocation, manifests);
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
