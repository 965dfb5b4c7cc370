import type {Routine} from '../../../kernel/routine.js';
import {registryKey} from '../../../objects/resources.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {answerAt} from '../images/catalogue.js';
import {baseName} from '../shell/program-name.js';
import type {ShellHost} from '../shell/shell-host.js';

/** The variables of a container's processes. */
export const environmentOf = (container: RuntimeContainer): Readonly<Record<string, string>> => ({
	HOSTNAME: container.sandbox.pod,
	...Object.fromEntries((container.config.envs ?? []).map(({key, value}) => [key, value ?? ''])),
});

/** The clients of the network that every image with a shell has. */
const clients = new Set(['nslookup', 'nc', 'wget', 'curl', 'ping']);

/** Whether an image with a shell has the program in addition to the shell's builtins. */
export const isTool = (name: string): boolean => name === 'httpd' || clients.has(name);

/** Programs that use the network, and the image's own when a script calls it. @returns `undefined` if there is no such program. */
export function* runTool(
	life: ContainerLife,
	container: RuntimeContainer,
	words: readonly string[],
	host: ShellHost,
): Routine<number | undefined> {
	const [name = '', ...rest] = words;
	const scripted = container.image.exec?.find(({command}) => command === words.join(' '));
	if (scripted) {
		const answer = answerAt(scripted.answers, life.kernel.now - container.startedAtMs);
		if (answer?.takesMs) {
			yield* host.pause(answer.takesMs, {interruptible: false, periodic: false});
		}

		yield* host.print(answer?.output ?? '');
		return answer?.exit ?? 0;
	}

	if (container.image.program && baseName(name) === container.image.program.name) {
		yield* host.pause(Number.POSITIVE_INFINITY, {interruptible: false, periodic: false});
		return 0;
	}

	const program = baseName(name);
	if (program === 'httpd') {
		const flag = rest.indexOf('-p');
		const port = Number(flag === -1 ? 80 : rest[flag + 1]);
		yield* life.listeners.listen(container, {port, http: {'*': [{status: 200, body: 'ok'}]}}, true);
		yield* host.pause(Number.POSITIVE_INFINITY, {interruptible: false, periodic: false});
		return 0;
	}

	if (!clients.has(program)) {
		return undefined;
	}

	const target = rest.find((word) => !word.startsWith('-')) ?? '';
	const hostName = target.replace(/^\w+:\/\//, '').replace(/[:/].*$/, '');
	const found = serviceExists(life, container, hostName);
	yield* host.print(found ? '' : `${program}: bad address '${hostName}'\n`);
	return found ? 0 : 1;
}

/** Simplified: a script reaches a Service when its cluster DNS name exists. */
const serviceExists = (life: ContainerLife, container: RuntimeContainer, hostName: string): boolean => {
	const [service = '', namespace = container.sandbox.namespace] = hostName.split('.');
	return (
		/^[\d.]+$/.test(hostName) ||
		hostName === 'localhost' ||
		life.kernel.ledger.read(registryKey('services', namespace, service)) !== undefined
	);
};
