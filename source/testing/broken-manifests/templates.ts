/** A common manifest that does not work, or a similar one that does. */
export interface BrokenManifest {
	readonly title: string;
	readonly manifest: string;
	/** Objects that are there before. */
	readonly before?: string;
	/** Nodes of the cluster; one by default. */
	readonly nodes?: ReadonlyArray<Readonly<Record<string, unknown>>>;
	/** Drivers of devices in the cluster; none by default. */
	readonly deviceDrivers?: ReadonlyArray<Readonly<Record<string, unknown>>>;
	/** Further commands. */
	readonly commands?: readonly string[];
	/** The texts of the ending, in this order; missing for a run without errors. */
	readonly says?: readonly string[];
	/** Texts that the ending must not have. */
	readonly never?: readonly string[];
	/** 1 where something does not work; by default, `says` decides. */
	readonly code?: 0 | 1;
}

/** Nodes of a cluster of three. */
export const threeNodes = [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}];

export const indent = (text: string, by: number): string =>
	text
		.trim()
		.split('\n')
		.map((line) => ' '.repeat(by) + line)
		.join('\n');

/** A Pod; `spec` is YAML without indentation. */
export const pod = (spec: string, name = 'web', metadata = 'labels: {app: web}'): string =>
	`apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  ${metadata}\nspec:\n${indent(spec, 2)}\n`;

/** A Deployment of one replica with the label `app: web`. */
export const deployment = (spec: string, replicas = 1, more = ''): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n${more}  selector:\n    matchLabels: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(spec, 6)}\n`;

export const main = (more = '', image = 'nginx:1.27'): string =>
	`containers:\n- name: main\n  image: ${image}\n${more === '' ? '' : `${indent(more, 2)}\n`}`;

export const script = (text: string): string => `command: [sh, -c, '${text}']`;

export const service = (selector: string, ports = '- port: 80', name = 'web'): string =>
	`apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  selector: {${selector}}\n  ports:\n${indent(ports, 2)}\n`;

export const cronJob = (schedule: string, template: string): string =>
	`apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: tick\nspec:\n  schedule: "${schedule}"\n  jobTemplate:\n    spec:\n      backoffLimit: 0\n      template:\n        spec:\n${indent(template, 10)}\n`;

export const volume = (name: string, size: string): string =>
	`apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: ${name}\nspec:\n  accessModes: [ReadWriteOnce]\n  capacity: {storage: ${size}}\n  hostPath: {path: /srv}\n`;

export const files = (...all: readonly string[]): string => all.join('---\n');

export const mounted = (volume: string): string =>
	`${main('volumeMounts:\n- name: v\n  mountPath: /v')}\nvolumes:\n- name: v\n${indent(volume, 2)}`;
