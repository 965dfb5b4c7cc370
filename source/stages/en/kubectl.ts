import {firstLine, kindAndName, subjectOf} from '../digest/kubectl.js';
import type {FactsOf} from '../facts.js';
import type {KubectlFacts, Proof} from '../facts/kubectl.js';
import {counted} from './words.js';
import type {Sentences} from '../language-table.js';

const printed = (facts: FactsOf<'kubectl.print'>): string => {
	switch (facts.case) {
		case 'output': {
			return `kubectl prints: ${firstLine(facts.stdout || facts.stderr)}`;
		}

		case 'end': {
			return facts.code === 0
				? 'kubectl prints the answer and exits.'
				: `kubectl prints the error and exits with code ${facts.code}.`;
		}

		case 'wait-gone': {
			return `kubectl waits until ${facts.of} is gone.`;
		}

		case 'gone': {
			return `${facts.of} is gone; kubectl stops waiting.`;
		}

		case 'wait': {
			return `kubectl waits for ${facts.conditions.join(' and ')} on ${facts.of}.`;
		}

		case 'diff': {
			return `kubectl compares ${facts.of} on the server with the result of the change.`;
		}

		case 'describe': {
			return `kubectl describes ${facts.of} from the object${facts.showEvents ? ' and its events' : ''}.`;
		}
	}
};

const operations: Readonly<Record<string, string>> = {
	none: 'nothing needs to change',
	update: 'it must be updated',
	create: 'it must be created',
	recreate: 'it must be recreated',
};

/** Objects that flags are turned into. */
const made = (facts: FactsOf<'kubectl.generate'>): string | undefined => {
	switch (facts.case) {
		case 'create': {
			return `${facts.command} builds ${facts.kind} ${facts.name} from its flags.`;
		}

		case 'run': {
			return `kubectl run builds Pod ${facts.pod} with one container of image ${facts.image}; no controller will own it. Before version 1.18 this command made a Deployment.`;
		}

		case 'generator': {
			return `kubectl run builds ${facts.kind} ${facts.name} from its flags, with the generator ${facts.generator}. (Removed from Kubernetes in ${facts.removedIn}.)`;
		}

		case 'expose-pod': {
			return `--expose adds Service ${facts.service} for port ${facts.port} of the Pod.`;
		}

		case 'expose': {
			return `kubectl expose builds Service ${facts.service}, which selects the Pods of ${facts.target} by their labels.`;
		}

		case 'token': {
			return `kubectl requests a token for service account ${facts.serviceAccount}.`;
		}

		case 'autoscaler': {
			return `kubectl autoscale builds a HorizontalPodAutoscaler for ${facts.target}.`;
		}

		case 'ephemeral-container': {
			return `kubectl adds ephemeral container ${facts.container} to ${facts.of}.`;
		}

		case 'debug-copy': {
			return `kubectl copies ${facts.of} to ${facts.copy}.`;
		}

		case 'node-debugger': {
			return `kubectl builds Pod ${facts.pod}, which runs on node ${facts.node} regardless of its taints.`;
		}

		default: {
			return undefined;
		}
	}
};

/**
Changes to existing objects.

Long because it is a table: one case per change.
*/
const changed = (facts: FactsOf<'kubectl.generate'>): string => {
	switch (facts.case) {
		case 'scale': {
			return `kubectl requests ${counted(facts.after, 'replica')} of ${facts.of} instead of ${String(facts.before)}.`;
		}

		case 'rollout': {
			return `kubectl builds a patch: ${facts.of} ${facts.becomes}.`;
		}

		case 'revision': {
			return `kubectl takes the Pod template of ${facts.of} from revision ${facts.revision}.`;
		}

		case 'set': {
			return `kubectl builds a patch: ${facts.of} ${facts.past}.`;
		}

		case 'merge-patch': {
			return `kubectl builds a merge patch for the ${facts.field} of ${facts.of}.`;
		}

		case 'apply-patch': {
			return facts.patchText === '{}'
				? `The last applied, new and live configurations of ${facts.of} agree: there is nothing to patch.`
				: `kubectl compares the last applied, new and live configurations of ${facts.of} and builds the patch ${facts.patchText}.`;
		}

		case 'last-applied': {
			return `An annotation of ${facts.of} holds its last applied configuration.`;
		}

		case 'annotation-patch': {
			return `kubectl builds a patch for the last-applied annotation of ${facts.of}.`;
		}

		case 'prune': {
			return `${facts.of} was applied before, but no manifest contains it now: kubectl prunes it.`;
		}

		case 'edit': {
			return `kubectl writes ${facts.of} to a file for the editor. No editor opens here, so the file stays unchanged: use kubectl patch, set or apply.`;
		}

		case 'editor': {
			return facts.isAgain
				? `kubectl opens ${facts.of} in the editor again. Comments at the top of the file say why the last text was refused.`
				: `kubectl writes ${facts.of} to a temporary file, opens it in the editor, and waits until the editor closes.`;
		}

		case 'edited': {
			return `kubectl compares the edited ${facts.of} with the object that it read, and builds a patch from the difference.`;
		}

		case 'reconcile': {
			return `kubectl compares ${facts.of} with the file: ${operations[facts.operation] ?? facts.operation}.`;
		}

		case 'taints': {
			return `kubectl builds a patch for the taints of node ${facts.node}.`;
		}

		case 'condition': {
			return `kubectl adds the condition ${facts.type} to ${facts.request}.`;
		}

		case 'cordon': {
			return `kubectl builds a patch that makes node ${facts.node} ${facts.unschedulable ? 'unschedulable' : 'schedulable again'}.`;
		}

		case 'drain': {
			return `kubectl decides which Pods to evict from node ${facts.node}, which runs ${facts.pods}.`;
		}

		default: {
			return '';
		}
	}
};

const proofWords = (proof: Proof): string => {
	switch (proof.case) {
		case 'token': {
			return 'a bearer token';
		}

		case 'certificate': {
			return `a client certificate for ${subjectOf(proof)}`;
		}

		case 'none': {
			return 'no credentials: the request is anonymous';
		}
	}
};

/** Stops in kubectl, in English. */
export const kubectlSentences: Sentences<KubectlFacts> = {
	'kubectl.kubeconfig': ({file, context, server, user, namespace, proof}) =>
		`kubectl reads ${file}: context ${context || '(none)'} leads to ${server} as ${user || '(no user)'} in namespace ${namespace}, with ${proofWords(proof)}.`,
	'kubectl.parse'(facts) {
		switch (facts.case) {
			case 'document': {
				return `kubectl reads ${kindAndName(facts, 'an object without a kind')} from line ${facts.line} of ${facts.file} and turns the YAML into JSON.`;
			}

			case 'refused': {
				return `kubectl cannot read ${facts.file}: ${facts.message}`;
			}

			case 'patch': {
				return `kubectl turns the patch into JSON: ${facts.output}`;
			}
		}
	},
	'kubectl.validate'(facts) {
		switch (facts.case) {
			case 'passed': {
				return `${kindAndName(facts, 'The object')} has a kind, ${String(facts.kind)}, and an apiVersion, ${String(facts.apiVersion)}. The server will check its fields.`;
			}

			case 'refused': {
				return `kubectl refuses ${facts.source} before it sends anything: ${facts.fault}.`;
			}

			case 'other-namespace': {
				return `The object is in namespace ${facts.own}, but the flag says ${facts.chosen}.`;
			}
		}
	},
	'kubectl.negotiate'(facts) {
		switch (facts.case) {
			case 'unknown-word': {
				return `The server has no resource called ${facts.word}.`;
			}

			case 'word': {
				return `${facts.word} means ${facts.resource} in ${facts.apiVersion}, a ${facts.namespaced ? 'namespaced' : 'cluster-scoped'} resource.`;
			}

			case 'unknown-kind': {
				return `The server has no kind ${facts.kind} in ${facts.apiVersion}.`;
			}

			case 'kind': {
				return `${facts.kind} in ${facts.apiVersion} is the resource ${facts.resource}${facts.group ? ` of group ${facts.group}` : ''}: its URL is ${facts.url}.`;
			}

			case 'created-kind': {
				return `${facts.kind} in ${facts.apiVersion} is the resource ${facts.resource}: its URL is ${facts.url}.`;
			}
		}
	},
	'kubectl.discover'(facts) {
		switch (facts.case) {
			case 'known': {
				return `kubectl finds the ${facts.resources} resources of ${facts.server} in its discovery cache and sends no request.`;
			}

			case 'read': {
				return `${facts.server} serves ${facts.resources} resources; kubectl caches the list for six hours.`;
			}

			case 'openapi': {
				return facts.status < 400
					? `The index ${facts.path} lists ${counted(facts.documents, 'OpenAPI document')}, one for each group and version, each with a hash of its content.`
					: `The server does not show its index of OpenAPI documents.`;
			}

			case 'field-validation': {
				return facts.status < 400
					? `The OpenAPI document of ${facts.apiVersion} lists the parameter fieldValidation, so kubectl lets the server check the fields.`
					: `The server has no OpenAPI document for ${facts.apiVersion}; kubectl requests fieldValidation anyway.`;
			}

			case 'patch-types': {
				return `The OpenAPI document of ${facts.apiVersion} offers no strategic merge patch for ${facts.kind}. ${facts.path} offers none either: kubectl will send a JSON merge patch.`;
			}

			case 'schema': {
				return `kubectl reads the schema of ${facts.word} from the OpenAPI document of ${facts.apiVersion}.`;
			}
		}
	},
	'kubectl.generate': (facts) => made(facts) ?? changed(facts),
	'kubectl.request'(facts) {
		switch (facts.case) {
			case 'send': {
				return `kubectl sends ${facts.request.method} ${facts.url}.`;
			}

			case 'refused': {
				const {method, path, code, reason, message} = facts;
				return `The server answers ${method} ${path} with ${code}${reason ? ` ${reason}` : ''}: ${message}`;
			}

			case 'lost': {
				return `${facts.method} ${facts.path} gets no answer: ${facts.message}`;
			}

			case 'patched': {
				return `${facts.of} is patched.`;
			}

			case 'command-end': {
				return `${facts.command.join(' ')} has ended in container ${facts.container} of ${facts.pod}: ${facts.failure ?? 'exit code 0'}.`;
			}

			case 'console-end': {
				return `The console of container ${facts.container} of ${facts.pod} is closed.`;
			}
		}
	},
	'kubectl.print': printed,
};
