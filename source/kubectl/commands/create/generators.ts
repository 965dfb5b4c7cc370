import {CommandFailure, usageFailure} from '../../failure.js';
import {commandFacts, commandName, type CommandFacts} from '../../command-line/command-facts.js';
import type {Invocation} from '../../invocation.js';
import {isRecord} from '../../../kernel/record.js';
import type {Unstructured} from '../../../objects/unstructured.js';

/** The release in which `kubectl run` lost all generators except that of Pods. */
export const generatorsRemovedIn = 'v1.18';

/** The remaining generator, which makes a Pod. */
const podGenerator = 'run-pod/v1';

/** The result of a generator: the resource, and the object around the Pod that the flags describe. */
interface Generator {
	readonly resource: string;
	make(pod: Unstructured, replicas: number): Unstructured;
}

/** The Pod as a template, without the Pod's name. */
const templateOf = ({metadata, spec}: Unstructured) => ({
	metadata: {labels: metadata?.labels},
	spec,
});

/** @mirrors kubectl/pkg/generate/versioned GeneratorFn, of v1.17 */
const generators: ReadonlyMap<string, Generator> = new Map([
	[podGenerator, {resource: 'pods', make: (pod) => pod}],
	[
		'run/v1',
		{
			resource: 'replicationcontrollers',
			make: (pod, replicas) => ({
				apiVersion: 'v1',
				kind: 'ReplicationController',
				metadata: headOf(pod),
				spec: {replicas, selector: pod.metadata?.labels, template: templateOf(pod)},
				status: {replicas: 0},
			}),
		},
	],
	[
		'deployment/apps.v1',
		{
			resource: 'deployments',
			make: (pod, replicas) => ({
				apiVersion: 'apps/v1',
				kind: 'Deployment',
				metadata: headOf(pod),
				spec: {replicas, selector: {matchLabels: pod.metadata?.labels}, strategy: {}, template: templateOf(pod)},
				status: {},
			}),
		},
	],
	[
		'job/v1',
		{
			resource: 'jobs',
			make: (pod) => ({
				apiVersion: 'batch/v1',
				kind: 'Job',
				metadata: headOf(pod),
				spec: {template: templateOf(pod)},
				status: {},
			}),
		},
	],
] satisfies ReadonlyArray<readonly [string, Generator]>);

const headOf = ({metadata}: Unstructured) => ({
	...(metadata?.namespace ? {namespace: metadata.namespace} : {}),
	name: metadata?.name,
	labels: metadata?.labels,
});

const byRestartPolicy: ReadonlyMap<string, string> = new Map([
	['Always', 'deployment/apps.v1'],
	['OnFailure', 'job/v1'],
	['Never', podGenerator],
]);

/**
The result of an old `kubectl run` for its Pod: the generator that `--generator` names, or that its restart policy means.

@throws {CommandFailure} if there is no such generator.
@mirrors kubectl/pkg/cmd/run RunOptions.Run, of v1.17
*/
export const generated = (
	{flags, commandPath}: Invocation,
	pod: Unstructured,
): {
	readonly generator: string;
	readonly resource: string;
	readonly object: Unstructured;
	readonly warning?: string;
} => {
	const restartPolicy = isRecord(pod['spec']) ? String(pod['spec']['restartPolicy']) : 'Always';
	const name = flags.text('generator') || (byRestartPolicy.get(restartPolicy) ?? podGenerator);
	const generator = generators.get(name);
	if (!generator) {
		throw usageFailure(commandPath, `generator "${name}" not found`);
	}

	const replicas = flags.number('replicas');
	if (replicas > 1 && restartPolicy !== 'Always') {
		throw new CommandFailure(`--restart=${restartPolicy} requires that --replicas=1, found ${replicas}`);
	}

	return {
		generator: name,
		resource: generator.resource,
		object: generator.make(pod, replicas),
		...(name === podGenerator
			? {}
			: {
					warning: `kubectl run --generator=${name} is DEPRECATED and will be removed in a future version. Use kubectl run --generator=${podGenerator} or kubectl create instead.\n`,
				}),
	};
};

let commands: CommandFacts | undefined;

/** kubectl's commands from the time when `run` had generators. */
export const commandsWithGenerators = (): CommandFacts => {
	commands ??= {
		...commandFacts(),
		commands: commandFacts().commands?.map((command) =>
			commandName(command) === 'run'
				? {
						...command,
						flags: [
							...(command.flags ?? []),
							{name: 'generator', type: 'string'},
							{name: 'replicas', type: 'int', default: '1', shorthand: 'r'},
						],
					}
				: command,
		),
	};
	return commands;
};
