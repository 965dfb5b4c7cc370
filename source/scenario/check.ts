import {lintAddresses} from './addresses.js';
import {admissionPlugins, removedPlugins} from '../objects/admission-plugins.js';
import {errorText} from '../kernel/error-text.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {dnsSubdomainErrors, labelValueErrors, qualifiedNameErrors} from '../objects/names.js';
import {isQuantity} from '../objects/quantity.js';
import {ManifestError} from '../go/yaml/manifest-error.js';
import {readManifests} from '../go/yaml/yaml.js';
import {deviceDriverCalls, driverCalls, latencies, latencyPatterns} from './catalogue.js';
import type {Checked} from './document.js';
import {NoObject, readObjects} from './dumped-objects.js';
import {configurationMistakes, defaultCPU} from './kubelet.js';
import {closest, Mistake} from './mistake.js';
import {nodeGroupMistakes} from './node-groups.js';
import {schedulerMistakes} from './scheduler/validation.js';
import type {ScenarioFile} from './scenario-file.js';

type Path = ReadonlyArray<string | number>;
type Admission = NonNullable<ScenarioFile['admission']>;
type Reporter = (path: Path, message: string, remedy?: string) => void;

const lintNames = (report: Reporter, path: Path, items: ReadonlyArray<{readonly name: string}>, what: string): void => {
	const seen = new Set<string>();
	for (const [index, {name}] of items.entries()) {
		const ofUser = name === '' ? ['the name is empty'] : [];
		const [error] = what === 'user' ? ofUser : dnsSubdomainErrors(name);
		if (error !== undefined) {
			report([...path, index, 'name'], `"${name}" is not a valid name for a ${what}: ${error}`);
		} else if (seen.has(name)) {
			report([...path, index, 'name'], `there is already a ${what} "${name}"`, 'give each its own name');
		}

		seen.add(name);
	}
};

/** Checks labels, taints and capacity of nodes. @param placeOf the path of the node at an index. */
const lintNodeFields = (
	report: Reporter,
	nodes: ReadonlyArray<Pick<NonNullable<ScenarioFile['nodes']>[number], 'labels' | 'taints' | 'capacity'>>,
	placeOf: (index: number) => Path,
): void => {
	for (const [index, {labels = {}, taints = [], capacity = {}}] of nodes.entries()) {
		for (const [key, value] of Object.entries(labels)) {
			const [error] = [...qualifiedNameErrors(key), ...labelValueErrors(value)];
			if (error !== undefined) {
				report([...placeOf(index), 'labels', key], `${key}=${value} is not a valid label: ${error}`);
			}
		}

		for (const [at, {key}] of taints.entries()) {
			const [error] = qualifiedNameErrors(key);
			if (error !== undefined) {
				report([...placeOf(index), 'taints', at, 'key'], `"${key}" is not a valid taint key: ${error}`);
			}
		}

		for (const [resource, amount] of Object.entries(capacity)) {
			if (!isQuantity(amount) || amount.startsWith('-')) {
				report(
					[...placeOf(index), 'capacity', resource],
					`"${amount}" is not a quantity`,
					'write an amount such as 4, 500m or 8Gi',
				);
			}
		}
	}
};

const lintNodes = (report: Reporter, nodes: NonNullable<ScenarioFile['nodes']>): void => {
	lintNames(report, ['nodes'], nodes, 'node');
	lintNodeFields(report, nodes, (index) => ['nodes', index]);
};

const lintGroups = (report: Reporter, {nodeGroups = [], clusterAutoscaler}: ScenarioFile): void => {
	lintNames(report, ['nodeGroups'], nodeGroups, 'node group');
	lintNodeFields(
		report,
		nodeGroups.map(({template = {}}) => template),
		(index) => ['nodeGroups', index, 'template'],
	);
	nodeGroupMistakes(nodeGroups, (path, message, remedy) => {
		report(['nodeGroups', ...path], message, remedy);
	});
	if (clusterAutoscaler && nodeGroups.length === 0) {
		report(['clusterAutoscaler'], 'the cluster autoscaler has no node group', 'describe one under nodeGroups');
	}
};

/** Reports settings with which kubelets would not start; a mistake in the settings of all kubelets is reported once, at their place. */
const lintKubelets = (report: Reporter, {kubelet = {}, nodes = [{name: 'node-a'}]}: ScenarioFile): void => {
	const said = new Set<string>();
	for (const [index, node] of nodes.entries()) {
		const merged = {...kubelet, ...node.kubelet};
		for (const {path, message, remedy} of configurationMistakes(merged, node.capacity?.['cpu'] ?? defaultCPU)) {
			const isOwn = node.kubelet !== undefined && Object.hasOwn(node.kubelet, path[0] ?? '');
			const place = isOwn ? ['nodes', index, 'kubelet', ...path] : ['kubelet', ...path];
			if (!said.has(`${place.join('.')} ${message}`)) {
				said.add(`${place.join('.')} ${message}`);
				report(place, message, remedy);
			}
		}
	}
};

/** Amounts that containers use. */
const lintUsage = (report: Reporter, images: NonNullable<ScenarioFile['images']>): void => {
	for (const [name, {usage = []}] of Object.entries(images)) {
		for (const [index, {memory, cpu, disk}] of usage.entries()) {
			for (const [field, quantity] of Object.entries({memory, cpu, disk})) {
				if (quantity !== undefined && (!isQuantity(quantity) || quantity.startsWith('-'))) {
					report(
						['images', name, 'usage', index, field],
						`"${quantity}" is not a quantity`,
						'write an amount such as 250m or 300Mi',
					);
				}
			}
		}
	}
};

const lintWord = (report: Reporter, path: Path, word: string, known: readonly string[], what: string): void => {
	if (!known.includes(word)) {
		const near = closest(word, known);
		report(
			path,
			`there is no ${what} "${word}"`,
			near ? `did you mean "${near}"?` : `choose one of ${known.join(', ')}`,
		);
	}
};

const pluginNames = admissionPlugins.map(({name}) => name);
const removedNames = removedPlugins.map(({name}) => name);

const lintAdmission = (report: Reporter, {enable = [], disable = [], legacy = {}}: Admission = {}): void => {
	for (const [list, names] of Object.entries({enable, disable})) {
		for (const [index, name] of names.entries()) {
			const removed = removedPlugins.find((plugin) => plugin.name === name);
			if (removed) {
				report(
					['admission', list, index],
					`the admission plug-in "${name}" was removed from Kubernetes in ${removed.removedIn}`,
					'list it under admission.legacy to use it anyway',
				);
			} else {
				lintWord(report, ['admission', list, index], name, pluginNames, 'admission plug-in');
			}
		}
	}

	for (const name of Object.keys(legacy)) {
		lintWord(report, ['admission', 'legacy', name], name, removedNames, 'removed admission plug-in');
	}
};

const lintDrivers = (report: Reporter, drivers: NonNullable<ScenarioFile['csiDrivers']>): void => {
	lintNames(report, ['csiDrivers'], drivers, 'CSI driver');
	for (const [index, {fails = {}}] of drivers.entries()) {
		for (const call of Object.keys(fails)) {
			lintWord(report, ['csiDrivers', index, 'fails', call], call, driverCalls, 'CSI driver call');
		}
	}
};

/** @mirrors k8s.io/api/resource/v1 DriverNameMaxLength */
const longestDriverName = 63;
const deviceName = /^[a-z\d](?:[-a-z\d]{0,61}[a-z\d])?$/;
/** The most devices of one ResourceSlice. @mirrors k8s.io/api/resource/v1 ResourceSliceMaxDevices */
const mostDevices = 128;

const lintDeviceDrivers = (report: Reporter, {deviceDrivers = [], nodes}: ScenarioFile): void => {
	lintNames(report, ['deviceDrivers'], deviceDrivers, 'device driver');
	const known = nodes?.map(({name}) => name);
	const lintPlaces = (path: Parameters<Reporter>[0], places: readonly string[] = []): void => {
		for (const [index, place] of places.entries()) {
			if (known) {
				lintWord(report, [...path, 'nodes', index], place, known, 'node');
			}
		}
	};

	for (const [index, {name, devices, fails = {}, nodes: places}] of deviceDrivers.entries()) {
		const path = ['deviceDrivers', index];
		if (name.length > longestDriverName) {
			report(
				[...path, 'name'],
				`a driver name has at most ${longestDriverName} characters`,
				'write one such as gpu.example.com',
			);
		}

		lintPlaces(path, places);
		if (devices.length > mostDevices) {
			report([...path, 'devices'], `a driver has at most ${mostDevices} devices`, 'remove some');
		}

		const seen = new Set<string>();
		for (const [place, device] of devices.entries()) {
			if (seen.has(device.name)) {
				report(
					[...path, 'devices', place, 'name'],
					`there is already a device "${device.name}"`,
					'give each its own name',
				);
			}

			seen.add(device.name);
			lintPlaces([...path, 'devices', place], device.nodes);
			if (!deviceName.test(device.name)) {
				report([...path, 'devices', place, 'name'], `"${device.name}" is not a device name`, 'write one such as gpu-0');
			}

			for (const [key, amountOf] of Object.entries(device.capacity ?? {})) {
				if (!isQuantity(amountOf)) {
					report(
						[...path, 'devices', place, 'capacity', key],
						`"${amountOf}" is not an amount`,
						'write one such as 80Gi',
					);
				}
			}
		}

		for (const call of Object.keys(fails)) {
			lintWord(report, [...path, 'fails', call], call, deviceDriverCalls, 'device driver call');
		}
	}
};

const lintObjects = (report: Reporter, text: string): void => {
	try {
		readManifests(text, 'objects');
	} catch (error) {
		if (!(error instanceof ManifestError)) {
			throw error;
		}

		const {line, column, message, remedy} = error;
		report(['objects'], `line ${line}, column ${column} of the objects: ${message}`, remedy);
	}
};

/** Checks the objects that a scenario has from a real cluster. */
const lintState = (report: Reporter, {dump}: ScenarioFile): void => {
	try {
		readObjects(dump ?? '');
	} catch (error) {
		if (!(error instanceof NoObject)) {
			throw error;
		}

		report(['dump'], `line ${error.line} of the dump: ${error.message}`, 'write one object on each line, as JSON');
	}
};

/** Label selectors of nodes. */
const lintSelectors = (report: Reporter, path: Path, rules: ReadonlyArray<{readonly nodes: string}>): void => {
	for (const [index, {nodes}] of rules.entries()) {
		try {
			parseLabelSelector(nodes);
		} catch (error) {
			report([...path, index, 'nodes'], errorText(error), 'write a label selector such as disk=ssd');
		}
	}
};

/** Targets that are not addresses, and nodes that do not exist. */
const lintTraffic = (
	report: Reporter,
	traffic: NonNullable<ScenarioFile['traffic']>,
	nodes: ScenarioFile['nodes'],
): void => {
	for (const [index, {node, everyMs, target, viaIngress}] of traffic.entries()) {
		if (everyMs !== undefined && everyMs < 1) {
			report(['traffic', index, 'everyMs'], 'a client sends at most one request per millisecond', 'write 1 or more');
		}

		if (!/^(?:https?:\/\/)?(?:\[[\da-f:.]+\]|[^:/\s]+)(?::\d{1,5})?(?:\/\S*)?$/i.test(target)) {
			report(
				['traffic', index, 'target'],
				`"${target}" is not a target`,
				'write host:port, such as shop.default.svc:80',
			);
		} else if (Number(/:(\d{1,5})(?:\/\S*)?$/.exec(target)?.[1] ?? 80) > 65_535) {
			report(['traffic', index, 'target'], `the target "${target}" has no valid port`, 'the highest port is 65535');
		} else if (viaIngress !== true && !/^(?:https?:|\[[^\]]*\]:\d|[^/[]*:\d)/.test(target)) {
			report(
				['traffic', index, 'target'],
				`the target "${target}" has no port`,
				`write host:port, such as ${target.replace(/\/.*/, '')}:80`,
			);
		}

		if (node !== undefined && nodes) {
			lintWord(
				report,
				['traffic', index, 'node'],
				node,
				nodes.map(({name}) => name),
				'node',
			);
		}
	}
};

/** Mistakes that the shape of a scenario does not exclude: names, amounts and words that the simulation does not support. */
export const scenarioMistakes = ({value, placeOf}: Checked<ScenarioFile>): readonly Mistake[] => {
	const mistakes: Mistake[] = [];
	const report: Reporter = (path, message, remedy) => {
		mistakes.push(new Mistake(message, placeOf(path), remedy));
	};

	const {nodes, latencies: chosen = {}, admission, users = [], traffic = [], csiDrivers = [], objects} = value;
	lintNodes(report, nodes ?? []);
	lintGroups(report, value);
	lintKubelets(report, value);
	lintUsage(report, value.images ?? {});
	for (const stage of Object.keys(chosen)) {
		if (!latencyPatterns.some((pattern) => pattern.test(stage))) {
			lintWord(report, ['latencies', stage], stage, Object.keys(latencies), 'latency');
		}
	}

	lintAdmission(report, admission);
	lintDrivers(report, csiDrivers);
	lintDeviceDrivers(report, value);
	lintNames(report, ['users'], users, 'user');
	lintNames(report, ['traffic'], traffic, 'traffic client');
	lintTraffic(report, traffic, nodes);

	if (objects !== undefined) {
		lintObjects(report, objects);
	}

	for (const {path, message, remedy} of schedulerMistakes(value.kubeScheduler ?? {})) {
		report(['kubeScheduler', ...path], message, remedy);
	}

	for (const [index, {refuses = [], scores = []}] of (value.schedulerExtenders ?? []).entries()) {
		lintSelectors(report, ['schedulerExtenders', index, 'refuses'], refuses);
		lintSelectors(report, ['schedulerExtenders', index, 'scores'], scores);
	}

	lintAddresses(report, value);
	lintState(report, value);
	return mistakes;
};
