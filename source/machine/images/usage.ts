import {bytes, canonicalQuantity, cpuMillis} from '../../objects/quantity.js';

/** One entry of a timetable of a container's usage, as quantities: the last one whose `fromMs` after the container's start has passed counts. */
export interface Usage {
	readonly fromMs?: number;
	readonly memory?: string;
	readonly cpu?: string;
	/** The size of its own file system and its log. */
	readonly disk?: string;
	/** Processes. */
	readonly pids?: number;
}

/** The resources that a container uses. */
export interface Used {
	/** Bytes of its working set. */
	readonly memory: number;
	readonly cpuMillis: number;
	/** Bytes of its file system and its log. */
	readonly disk: number;
	readonly pids: number;
}

/** The resources that processes keep in use, besides the timetable of their image. */
export interface Load {
	/** Bytes. */
	readonly memory: number;
	readonly cpuMillis: number;
}

/** Processor time that a server has spent on a request. */
export interface Spent {
	readonly atMs: number;
	readonly cpuMs: number;
}

/** How far back requests count, in milliseconds: the interval of the kubelet's own readings. */
export const spentWindowMs = 15_000;

/** The processors that requests have kept busy lately. */
const spentMillis = (spent: readonly Spent[], nowMs: number): number =>
	(spent.reduce((sum, {atMs, cpuMs}) => sum + (atMs > nowMs - spentWindowMs ? cpuMs : 0), 0) * 1000) / spentWindowMs;

/** A container, as far as its usage needs it. */
export interface User {
	readonly isRunning: boolean;
	readonly startedAtMs: number;
	readonly finishedAtMs: number;
	readonly image: {readonly usage?: readonly Usage[]};
	/** Bytes that it has really written. */
	readonly diskBytes?: number;
	readonly load?: Load;
	readonly spent?: readonly Spent[];
}

/** The resources that a container uses now. A container that has ended keeps only its files. Simplified: an image without a description uses only a process. */
export const usedBy = (
	{isRunning, startedAtMs, finishedAtMs, image: {usage = []}, diskBytes = 0, load, spent = []}: User,
	nowMs: number,
): Used => {
	const elapsedMs = (isRunning ? nowMs : finishedAtMs) - startedAtMs;
	const extra = load ?? {memory: 0, cpuMillis: 0};
	let memory = 0;
	let cpu = 0;
	let disk = diskBytes;
	let pids = 1;
	for (const entry of usage) {
		if ((entry.fromMs ?? 0) <= elapsedMs) {
			memory = entry.memory === undefined ? memory : bytes(entry.memory);
			cpu = entry.cpu === undefined ? cpu : cpuMillis(entry.cpu);
			disk = entry.disk === undefined ? disk : diskBytes + bytes(entry.disk);
			pids = entry.pids ?? pids;
		}
	}

	return isRunning
		? {
				memory: memory + extra.memory,
				cpuMillis: Math.round(cpu + extra.cpuMillis + spentMillis(spent, nowMs)),
				disk,
				pids,
			}
		: {memory: 0, cpuMillis: 0, disk, pids: 0};
};

/** The time of the next change of a container's usage; `undefined` if it is constant. */
export const nextUsageMs = ({isRunning, startedAtMs, image: {usage = []}}: User, nowMs: number): number | undefined => {
	const times = usage.map(({fromMs = 0}) => startedAtMs + fromMs).filter((time) => time > nowMs);
	return isRunning && times.length > 0 ? Math.min(...times) : undefined;
};

/** The memory that a container uses from this entry on, as a quantity. @param fromMs of the entry. */
export const memoryAt = (usage: readonly Usage[] = [], fromMs: number): string =>
	canonicalQuantity(usage.findLast((entry) => (entry.fromMs ?? 0) === fromMs)?.memory ?? '0');

/** The time at which a container first exceeds its memory limit, in milliseconds after its start. @param limit in bytes. */
export const exceedsAtMs = (usage: readonly Usage[] = [], limit: number): number | undefined => {
	const times = usage.filter(({memory}) => memory !== undefined && bytes(memory) > limit).map(({fromMs = 0}) => fromMs);
	return times.length > 0 ? Math.min(...times) : undefined;
};
