import type {CDIDevice, DeviceDescriptions} from '../host/host.js';
import type {NodeFiles} from './files/node-files.js';
import {RuntimeError} from '../cri/messages.js';

const directory = '/var/run/cdi';

/**
The devices that the runtime knows, as the files below `/var/run/cdi` describe them: drivers write them, the runtime reads them when it
creates a container that has one.

@see https://github.com/cncf-tags/container-device-interface/blob/main/SPEC.md
*/
export class CDIRegistry implements DeviceDescriptions {
	readonly #kinds = new Map<string, readonly CDIDevice[]>();

	constructor(private readonly files: NodeFiles) {}

	/** @param owner the holder of the devices: its file is removed with it. @param kind `vendor/class`. @returns the names in containers' requests. */
	write(owner: string, kind: string, devices: readonly CDIDevice[]): readonly string[] {
		this.#kinds.set(`${kind} ${owner}`, devices);
		const described = {
			cdiVersion: '0.3.0',
			kind,
			devices: devices.map(({name, env}) => ({name, containerEdits: {env}})),
		};
		this.files.provideFile(pathOf(owner, kind), `${JSON.stringify(described)}\n`);
		return devices.map(({name}) => `${kind}=${name}`);
	}

	remove(owner: string, kind: string): void {
		this.#kinds.delete(`${kind} ${owner}`);
		this.files.remove(pathOf(owner, kind));
	}

	/** The variables that devices bring along. @throws {RuntimeError} if one is not described. */
	environment(ids: readonly string[]): ReadonlyArray<{readonly key: string; readonly value: string}> {
		const known = new Map<string, readonly string[]>(
			[...this.#kinds].flatMap(([key, devices]) =>
				devices.map((device) => [`${key.split(' ')[0]}=${device.name}`, device.env] as const),
			),
		);
		const missing = ids.filter((id) => !known.has(id));
		if (missing.length > 0) {
			throw new RuntimeError(
				'Unknown',
				`failed to generate container spec: failed to apply OCI options: CDI device injection failed: unresolvable CDI devices ${missing.join(', ')}`,
			);
		}

		return ids.flatMap((id) =>
			(known.get(id) ?? []).map((variable) => {
				const [key = '', ...rest] = variable.split('=');
				return {key, value: rest.join('=')};
			}),
		);
	}
}

const pathOf = (owner: string, kind: string): string => `${directory}/${kind.replace('/', '-')}_${owner}.json`;
