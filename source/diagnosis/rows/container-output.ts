import {printable} from '../../go/printable.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {nestedSlice, nestedString} from '../../objects/unstructured.js';
import type {Reader} from '../look.js';

/** The lines that a container of a Pod has printed. @param containerID as in its status: `containerd://0a1b…` */
export const outputOf = (ledger: Reader, pod: Pod, containerID: string | undefined): readonly string[] => {
	const id = containerID?.replace(/^\w+:\/\//, '');
	const key = `/nodes/${pod.spec.nodeName}/logs/${id}`;
	// The log of a deleted Pod is gone, although it had the reason.
	const kept = ledger.read(key) ?? ledger.versions(key).findLast(({value}) => value !== undefined)?.value;
	return nestedSlice({log: kept}, 'log')
		.map((line) => printable(nestedString(line, 'text') ?? '').trim())
		.filter((text) => text !== '');
};

/** The most informative line of an output: the first that mentions an error, else the last one. */
export const tellingLine = (lines: readonly string[]): string | undefined => {
	const line = lines.find((text) => /error|fatal|panic|exception|x509/i.test(text)) ?? lines.at(-1);
	return line === undefined || line.length <= 200 ? line : `${line.slice(0, 200)}…`;
};
