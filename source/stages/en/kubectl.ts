import type {FactsOf} from '../facts.js';
import type {KubectlFacts} from '../facts/kubectl.js';
import type {Sentences} from '../language.js';

/** The first line of what is printed. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const printed = (facts: FactsOf<'kubectl.print'>): string => {
	switch (facts.case) {
		case 'output': {
			return `kubectl prints: ${firstLine(facts.stdout || facts.stderr)}`;
		}

		case 'end': {
			return facts.code === 0
				? 'kubectl prints its answer and ends.'
				: `kubectl prints why it failed and ends with exit code ${facts.code}.`;
		}

		case 'wait-gone': {
			return `kubectl waits until ${facts.of} is gone.`;
		}

		case 'gone': {
			return `${facts.of} is gone; kubectl need not wait any longer.`;
		}

		case 'wait': {
			return `kubectl waits for ${facts.conditions.join(' and ')} on ${facts.of}.`;
		}

		case 'diff': {
			return `kubectl compares ${facts.of} on the server with what it would become.`;
		}

		case 'describe': {
			return `kubectl describes ${facts.of} from the object${facts.showEvents ? ' and its events' : ''}.`;
		}
	}
};

const operations: Readonly<Record<string, string>> = {
	none: 'there is nothing to do',
	update: 'it takes an update',
	create: 'it takes to create it',
	recreate: 'it takes to recreate it',
};

/** Objects that flags are turned into. */
const made = (facts: FactsOf<'kubectl.generate'>): string | undefined => {
	switch (facts.case) {
		case 'create': {
			return `${facts.command} builds a ${facts.kind} named ${facts.name} from its flags.`;
		}

		case 'run': {
			return `kubectl run makes a Pod named ${facts.pod} with one container from the image ${facts.image}: no controller will own it. Before version 1.18 this command made a Deployment.`;
		}

		case 'expose-pod': {
			return `--expose makes a Service ${facts.service} for port ${facts.port} beside the Pod.`;
		}

		case 'expose': {
			return `kubectl expose builds a Service ${facts.service} that selects the Pods of ${facts.target} by their labels.`;
		}

		case 'token': {
			return `kubectl asks for a token of the service account ${facts.serviceAccount}.`;
		}

		case 'autoscaler': {
			return `kubectl autoscale builds a HorizontalPodAutoscaler for ${facts.target}.`;
		}

		case 'ephemeral-container': {
			return `kubectl makes an ephemeral container ${facts.container} for ${facts.of}.`;
		}

		case 'debug-copy': {
			return `kubectl makes a copy of ${facts.of} named ${facts.copy}.`;
		}

		case 'node-debugger': {
			return `kubectl makes a Pod ${facts.pod} that runs on node ${facts.node}, whatever its taints are.`;
		}

		default: {
			return undefined;
		}
	}
};

/** Changes to existing objects. */
const changed = (facts: FactsOf<'kubectl.generate'>): string => {
	switch (facts.case) {
		case 'scale': {
			return `kubectl asks for ${facts.after} replicas of ${facts.of} instead of ${String(facts.before)}.`;
		}

		case 'rollout': {
			return `kubectl makes a patch so that ${facts.of} is ${facts.becomes}.`;
		}

		case 'revision': {
			return `kubectl takes the Pod template of revision ${facts.revision} for ${facts.of}.`;
		}

		case 'set': {
			return `kubectl makes a patch: ${facts.of} ${facts.past}.`;
		}

		case 'merge-patch': {
			return `kubectl makes a merge patch for the ${facts.field} of ${facts.of}.`;
		}

		case 'apply-patch': {
			return facts.patchText === '{}'
				? `Last applied, wanted and current ${facts.of} agree: there is nothing to patch.`
				: `kubectl compares what was applied last, what is wanted now and what the server has of ${facts.of}, and makes the patch ${facts.patchText}.`;
		}

		case 'last-applied': {
			return `The annotation of ${facts.of} holds what was applied last.`;
		}

		case 'annotation-patch': {
			return `kubectl makes a patch of the annotation in which ${facts.of} keeps what was applied last.`;
		}

		case 'prune': {
			return `${facts.of} was applied before and is in no manifest now: it is pruned.`;
		}

		case 'edit': {
			return `kubectl writes ${facts.of} to a file for the editor. There is no hand here to change it, so it comes back as it was.`;
		}

		case 'reconcile': {
			return `kubectl compares what ${facts.of} grants with what the file says: ${operations[facts.operation] ?? facts.operation}.`;
		}

		case 'taints': {
			return `kubectl makes a patch of the taints of node ${facts.node}.`;
		}

		case 'condition': {
			return `kubectl adds the condition ${facts.type} to ${facts.request}.`;
		}

		case 'cordon': {
			return `kubectl makes a patch that ${facts.unschedulable ? 'closes' : 'opens'} node ${facts.node} ${facts.unschedulable ? 'to' : 'for'} new Pods.`;
		}

		case 'drain': {
			return `kubectl decides for each of the ${facts.pods} Pods of node ${facts.node} whether to evict it.`;
		}

		default: {
			return '';
		}
	}
};

/** `Pod web`; without a name the kind alone. */
const named = (
	{objectKind, objectName}: {readonly objectKind: string | undefined; readonly objectName: string | undefined},
	withoutKind: string,
): string => `${objectKind ?? withoutKind}${objectName ? ` ${objectName}` : ''}`;

/** Stops in kubectl, in English. */
export const kubectlSentences: Sentences<KubectlFacts> = {
	'kubectl.kubeconfig': ({file, context, server, user, namespace, proof}) =>
		`kubectl finds ${file}: context ${context || '(none)'} leads to ${server} as ${user || 'nobody'} in namespace ${namespace}; the proof is ${proof}.`,
	'kubectl.parse'(facts) {
		switch (facts.case) {
			case 'document': {
				return `kubectl reads line ${facts.line} of ${facts.file} and turns the YAML into the JSON of ${named(facts, 'an object without a kind')}.`;
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
				return `${named(facts, 'The object')} says what it is: kind ${String(facts.kind)} in ${String(facts.apiVersion)}. Its fields are for the server to check.`;
			}

			case 'refused': {
				return `${facts.source} is refused before anything is sent: ${facts.fault}.`;
			}

			case 'other-namespace': {
				return `The object is for namespace ${facts.own}, the flag for ${facts.chosen}.`;
			}
		}
	},
	'kubectl.negotiate'(facts) {
		switch (facts.case) {
			case 'unknown-word': {
				return `No resource of the server is called ${facts.word}.`;
			}

			case 'word': {
				return `${facts.word} means ${facts.resource} in ${facts.apiVersion}, ${facts.namespaced ? 'inside a namespace' : 'outside of namespaces'}.`;
			}

			case 'unknown-kind': {
				return `The server serves no kind ${facts.kind} in ${facts.apiVersion}.`;
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
				return `kubectl knows the ${facts.resources} resources of ${facts.server} from its discovery cache and asks nothing.`;
			}

			case 'read': {
				return `${facts.server} serves ${facts.resources} resources; kubectl keeps the list in its cache for six hours.`;
			}

			case 'field-validation': {
				return facts.status < 400
					? `The OpenAPI document of ${facts.apiVersion} says that the server takes the parameter fieldValidation, so kubectl leaves the check of fields to it.`
					: `The server has no OpenAPI document for ${facts.apiVersion}; kubectl asks for fieldValidation all the same.`;
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

			case 'patched': {
				return `${facts.of} is patched.`;
			}

			case 'command-end': {
				return `The container ${facts.container} of ${facts.pod} has run ${facts.command.join(' ')}: ${facts.failure ?? 'it ended with 0'}.`;
			}

			case 'console-end': {
				return `The console of container ${facts.container} of ${facts.pod} is closed.`;
			}
		}
	},
	'kubectl.print': printed,
};
