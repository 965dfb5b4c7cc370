import {containerCgroup, uidOfCgroup} from '../../../objects/pod-cgroup.js';
import {isRecord} from '../../../kernel/record.js';
import type {State} from '../../state/state.js';
import {line} from '../../paint/text.js';
import {tableRows, type Cell} from '../../paint/text-layout.js';
import type {Row} from '../row.js';
import type {Pod} from '../../../objects/kubernetes.generated.js';
import {containerTable, imageTable, podTable, type Table} from './crictl.js';
import {bridgePort, podInterfaces} from './interfaces.js';
import {tmpfsLine} from './mounts.js';
import {recordsOf, type Kept, type LedgerNow, type NodeRecords, type Volume} from './records.js';

/** A command on the node, and its output. */
interface Section {
	readonly command: string;
	readonly rows: readonly Row[];
}

const textRows = (texts: readonly string[], key?: string): Row[] =>
	texts.map((text) => ({row: line(` ${text}`), ...(key === undefined ? {} : {key})}));

const tableSection = (command: string, {head, rows}: Table, columns: number): Section => {
	const heads = head.map((text): Cell => ({text, tone: 'title'}));
	return {
		command,
		rows: tableRows([heads, ...rows.map(({cells}) => cells)], columns - 2).map((row, index): Row => {
			const key = rows[index - 1]?.key;
			return {row: [{text: ' ', tone: 'plain'}, ...row], oneLine: true, ...(key === undefined ? {} : {key})};
		}),
	};
};

/** The index of the first cable on a node: after lo, eth0, flannel.1 and cni0. */
const firstCable = 5;

/** The index of the node's end of a Pod's cable: they are numbered on creation, and no number is reused. */
const cableIndex = ({recording: {kernel}}: State, node: string, key: string): number => {
	const {ledger} = kernel;
	const prefix = `/nodes/${node}/netns/`;
	const made = ledger
		.everyKey(prefix)
		.filter((one) => !one.startsWith(`${prefix}host-local/`))
		.toSorted((a, b) => (ledger.versions(a)[0]?.step ?? 0) - (ledger.versions(b)[0]?.step ?? 0));
	return firstCable + made.indexOf(key);
};

interface Emptydirs {
	readonly spec: {
		readonly volumes?: ReadonlyArray<{
			readonly name: string;
			readonly emptyDir?: {readonly medium?: string; readonly sizeLimit?: string};
		}>;
	};
}

const tmpfsLines = (ledger: LedgerNow, {node, volumes, cgroups}: NodeRecords): readonly Row[] => {
	const allocatable = ledger.read<{readonly status?: {readonly allocatable?: {readonly memory?: string}}}>(
		`/registry/minions/${node}`,
	)?.status?.allocatable?.memory;
	return volumes.flatMap(({key, id, value}): Row[] => {
		const spec = ledger.read<Emptydirs>(`/registry/pods/${value.pod}`)?.spec;
		const {medium, sizeLimit} = spec?.volumes?.find(({name}) => name === id)?.emptyDir ?? {};
		const uid = key.split('/').at(-2) ?? '';
		const podMax = cgroups.find((group) => uidOfCgroup(group.id) === uid)?.value['memory.max'];
		const text = tmpfsLine(value, medium, {
			...(allocatable === undefined ? {} : {allocatable}),
			...(podMax === undefined ? {} : {podMax}),
			...(sizeLimit === undefined ? {} : {sizeLimit}),
		});
		return text === undefined ? [] : textRows([text], key);
	});
};

/** The output of `ls` on volumes: each directory with its files. */
const volumeLines = (volumes: ReadonlyArray<Kept<Volume>>): readonly Row[] =>
	volumes.flatMap(({key, value: {path, files = {}}}, index) =>
		textRows(
			[...(index === 0 ? [] : ['']), `${path}:`, Object.keys(files).sort().join('  ')].filter(
				(text, at, {length}) => text !== '' || at < length - 1,
			),
			key,
		),
	);

/** The word that finds the processes of a Pod, or all of them, by their cgroups. */
const grepWord = ({sandboxes}: NodeRecords, uid: string | undefined): string =>
	uid === undefined
		? 'kubepods'
		: `pod${sandboxes.some(({value}) => value.cgroup.endsWith('.slice')) ? uid.replaceAll('-', '_') : uid}`;

/** Processes that containerd has started, with the cgroup of each. */
const processLines = ({sandboxes, containers}: NodeRecords): readonly Row[] => {
	const processes = [
		...sandboxes
			.filter(({value}) => value.state === 'SANDBOX_READY')
			.map(({key, id, value}) => ({pid: value.pausePid, cgroup: containerCgroup(value.cgroup, id), key})),
		...containers
			.filter(({value}) => value.state === 'RUNNING')
			.flatMap(({key, value: {pid, cgroup}}) => (pid === undefined ? [] : [{pid, cgroup, key}])),
	].toSorted((a, b) => a.pid - b.pid);
	return processes.flatMap(({pid, cgroup, key}) => textRows([`${String(pid).padStart(7)} 0::${cgroup}`], key));
};

const cgroupSections = ({cgroups}: NodeRecords): readonly Section[] =>
	cgroups.map(({key, value}) => {
		const folder = key.replace(/^\/nodes\/[^/]+\/cgroups/, '/sys/fs/cgroup');
		return {
			command: `cd ${folder} && grep . ${Object.keys(value).join(' ')}`,
			rows: textRows(
				Object.entries(value).map(([file, content]) => `${file}:${content}`),
				key,
			),
		};
	});

const nodeNetwork = (state: State, {node, networks, routes}: NodeRecords): readonly Section[] => [
	{command: 'ip route', rows: textRows(routes, `/nodes/${node}/routes`)},
	{
		command: 'ip link show master cni0',
		rows: networks
			.map(({key, value}) => ({key, value, index: cableIndex(state, node, key)}))
			.toSorted((a, b) => a.index - b.index)
			.flatMap(({key, value, index}) => textRows(bridgePort(value, index), key)),
	},
];

const podNetwork = (state: State, {node, networks, sandboxes, containers}: NodeRecords): readonly Section[] =>
	networks.flatMap(({key, id, value}) => [
		{
			command: `nsenter --net=${value.path} ip addr`,
			rows: textRows(podInterfaces(value, cableIndex(state, node, key)), key),
		},
		{command: `nsenter --net=${value.path} ip route`, rows: textRows(value.routes, key)},
		...containers
			.filter((container) => container.value.sandbox === id && container.value.state === 'RUNNING')
			.slice(0, 1)
			.map((container) => ({
				command: `crictl exec ${container.id.slice(0, 13)} cat /etc/resolv.conf`,
				rows: sandboxes
					.filter((sandbox) => sandbox.id === id)
					.flatMap((sandbox) => textRows(sandbox.value.resolvConf.trimEnd().split('\n'), sandbox.key)),
			})),
	]);

const sectionRows = (prompt: string, {command, rows}: Section, index: number): readonly Row[] => [
	...(index === 0 ? [] : [{row: line('')}]),
	{row: line(` ${prompt} ${command}`, 'key')},
	...rows,
];

const ledgerNow = ({recording: {kernel}, cursor}: State): LedgerNow => ({
	read: <T>(key: string) => kernel.ledger.readAt<T>(key, cursor),
	entries: <T>(prefix: string) => kernel.ledger.entries<T>(prefix, cursor),
});

/**
The state of a node, or its part for one Pod, as the output of commands in a shell on that node.

@param pod the Pod; without one, the whole node.
*/
export const insideRows = (state: State, node: string, pod: Pod | undefined, columns: number): readonly Row[] => {
	const ledger = ledgerNow(state);
	const {kernel, stops} = state.recording;
	const timeMs = stops.get(state.cursor)?.timeMs ?? 0;
	const moment = {timeMs, wallClockMs: kernel.wallClockMs - kernel.now + timeMs};
	const uid = pod && (pod.metadata.uid ?? '');
	const folder = `/var/lib/kubelet/pods${uid === undefined ? '' : `/${uid}`}`;
	const records = recordsOf(ledger, node, uid);
	const network = pod ? podNetwork(state, records) : nodeNetwork(state, records);
	const name = pod ? ` --name ${pod.metadata.name}` : '';
	const sections: readonly Section[] = [
		tableSection(`crictl pods${name}`, podTable(records.sandboxes, moment), columns),
		tableSection(
			`crictl ps -a${pod ? ` --pod ${records.sandboxes[0]?.id.slice(0, 13) ?? ''}` : ''}`,
			containerTable(records.containers, moment),
			columns,
		),
		...(pod ? [] : [tableSection('crictl images', imageTable(records.images), columns)]),
		...network,
		{command: `mount -t tmpfs | grep ${folder}`, rows: tmpfsLines(ledger, records)},
		{command: `ls ${folder}/${pod ? '' : '*/'}volumes/*/*`, rows: volumeLines(records.volumes)},
		{command: `ps -e -o pid,cgroup | grep ${grepWord(records, uid)}`, rows: processLines(records)},
		...cgroupSections(records),
	];
	const shown = sections.filter(({rows}) => rows.length > 0);
	return shown.flatMap((section, index) => sectionRows(`${node} #`, section, index));
};

/** The output of a Pod's containers, each with the command that prints it on a real cluster. */
export const logRows = (state: State, node: string, pod: Pod): readonly Row[] => {
	const ledger = ledgerNow(state);
	const {containers} = recordsOf(ledger, node, pod.metadata.uid ?? '');
	const printed = containers
		.toSorted((a, b) => {
			if (a.value.name < b.value.name) {
				return -1;
			}

			if (a.value.name > b.value.name) {
				return 1;
			}

			return a.value.attempt - b.value.attempt;
		})
		.flatMap(({id, value: {name, attempt}}) => {
			const key = `/nodes/${node}/logs/${id}`;
			const lines = ledger.read<unknown>(key);
			return Array.isArray(lines) && lines.length > 0 ? [{id, key, name, attempt, lines}] : [];
		});
	return printed.flatMap(({id, key, name, attempt, lines}, index): readonly Row[] => {
		const newest = Math.max(...containers.filter(({value}) => value.name === name).map(({value}) => value.attempt));
		const command =
			attempt >= newest - 1
				? `kubectl logs ${pod.metadata.name} -n ${pod.metadata.namespace} -c ${name}${attempt < newest ? ' --previous' : ''}`
				: `crictl logs ${id.slice(0, 13)}`;
		return sectionRows(
			attempt >= newest - 1 ? '$' : `${node} #`,
			{
				command,
				rows: lines.flatMap((item: unknown) =>
					textRows([isRecord(item) && typeof item['text'] === 'string' ? item['text'] : String(item)], key),
				),
			},
			index,
		);
	});
};
