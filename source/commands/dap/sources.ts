import type {DebugProtocol} from '@vscode/debugprotocol';
import path from 'node:path';
import type {ClusterRecording} from '../../cluster.js';
import {isRecord} from '../../kernel/record.js';
import {objectName} from '../../objects/object-name.js';
import {yamlLines} from '../../screen/paint/yaml-lines.js';

const linesOf = (value: unknown): readonly string[] =>
	value === undefined ? [] : yamlLines(value).map(({text}) => text);

/** The most objects that are listed as sources. */
const mostObjects = 500;

/** Stored objects as documents in YAML, by permanent numbers: the content is that of the current step. */
export class Sources {
	readonly #keys: string[] = [];

	/** The document of a stored object; `undefined` for other values. */
	of(key: string): DebugProtocol.Source | undefined {
		const named = key.startsWith('/registry/') ? objectName(key) : undefined;
		if (!named) {
			return undefined;
		}

		const at = this.#keys.indexOf(key);
		const {resource, namespace, name} = named;
		return {
			name: `${[resource, namespace, name].filter((part) => part !== undefined).join('/')}.yaml`,
			sourceReference: at === -1 ? this.#keys.push(key) : at + 1,
			origin: 'etcd',
		};
	}

	/** A document's text as of a step; `undefined` if there is no such document. */
	text({kernel}: ClusterRecording, reference: number, step: number): string | undefined {
		const key = this.#keys[reference - 1];
		const value = key === undefined ? undefined : kernel.ledger.readAt(key, step);
		if (key === undefined) {
			return undefined;
		}

		if (value === undefined) {
			return '# not stored at this step\n';
		}

		return `${linesOf(value).join('\n')}\n`;
	}

	/** The first line of a document that a step changed; 1 if it changed none. */
	changedLine({kernel}: ClusterRecording, key: string, step: number): number {
		const change = kernel.ledger.changesAt(step).find((one) => one.key === key);
		if (!change) {
			return 1;
		}

		const before = new Set(linesOf(change.before));
		return Math.max(1, linesOf(change.after).findIndex((line) => !before.has(line)) + 1);
	}

	/** Documents of the objects that are stored after a step, except those of the cluster's own namespaces, and Events. */
	list({kernel}: ClusterRecording, step: number): DebugProtocol.Source[] {
		const found = kernel.ledger.entries('/registry/', step).filter(([key, value]) => {
			const metadata = isRecord(value) ? value['metadata'] : undefined;
			const namespace = isRecord(metadata) ? metadata['namespace'] : undefined;
			return typeof namespace === 'string' && !namespace.startsWith('kube-') && !key.startsWith('/registry/events/');
		});
		return found.slice(0, mostObjects).flatMap(([key]) => this.of(key) ?? []);
	}
}

/** A file of the user's as a source. */
export const fileSource = (file: string): DebugProtocol.Source => ({
	name: path.basename(file),
	path: path.resolve(file),
});
