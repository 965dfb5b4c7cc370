import type {EventRecorder} from '../../client/event-recorder.js';
import {parseDuration} from '../../go/duration.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, take, type Routine} from '../../kernel/routine.js';
import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {note} from '../../stages/note.js';
import type {CRIContainer} from '../../cri/container.js';
import {parseImageReference} from '../../objects/image-reference.js';
import type {ImageService, LocalImage} from '../../cri/image-service.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';

const periodMs = 300_000;

/** The parts of the node that image garbage collection uses. */
export interface ImageGarbageParts {
	readonly runtime: RuntimeService;
	readonly images: ImageService;
	readonly host: Host;
	readonly recorder: EventRecorder;
	readonly configuration: KubeletConfiguration;
	/** The size of the disk, and its used bytes. */
	readonly disk: () => {readonly capacity: number; readonly used: number};
}

/** An image from the view of garbage collection. */
export interface CollectableImage {
	readonly name: string;
	readonly size: number;
	/** The times of its arrival and of its last use. */
	readonly pulledMs: number;
	readonly usedMs: number;
}

/**
The images to delete for enough free space: the longest unused first, without those in use or very new.

@param wanted bytes to free.
@mirrors k8s.io/kubernetes/pkg/kubelet/images realImageGCManager.freeSpace
*/
export const imagesToDelete = (
	images: readonly CollectableImage[],
	inUse: ReadonlySet<string>,
	{wanted, nowMs, minAgeMs}: {readonly wanted: number; readonly nowMs: number; readonly minAgeMs: number},
): readonly CollectableImage[] => {
	const chosen: CollectableImage[] = [];
	let freed = 0;
	for (const image of images
		.filter(({name, pulledMs}) => !inUse.has(name) && nowMs - pulledMs >= minAgeMs)
		.toSorted((a, b) => a.usedMs - b.usedMs || a.pulledMs - b.pulledMs)) {
		if (freed >= wanted) {
			break;
		}

		chosen.push(image);
		freed += image.size;
	}

	return chosen;
};

/**
Deletes unused images when the disk is full.

Simplified: it checks every five minutes only while the disk is above the threshold, and an image counts as seen when it was pulled.

@see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#containers-images
@mirrors k8s.io/kubernetes/pkg/kubelet/images realImageGCManager
*/
export class ImageGarbage {
	readonly #mailbox: Mailbox<'look'>;
	#failedBefore = false;

	constructor(readonly parts: ImageGarbageParts) {
		this.#mailbox = new Mailbox(`kubelet/${parts.host.name}/image-gc`);
	}

	get #high(): number {
		return this.parts.configuration.imageGCHighThresholdPercent ?? 85;
	}

	get #usedPercent(): number {
		const {capacity, used} = this.parts.disk();
		return capacity > 0 ? 100 - Math.trunc((Math.max(0, capacity - used) * 100) / capacity) : 0;
	}

	/** Something has filled the disk further. */
	look(): void {
		if (this.#usedPercent >= this.#high) {
			this.parts.host.kernel.send(this.#mailbox, 'look');
		}
	}

	/** The process that collects. */
	*run(): Routine {
		const {kernel} = this.parts.host;
		for (;;) {
			// With nothing to delete, checking again is housekeeping.
			const timeoutMs = this.#usedPercent >= this.#high ? periodMs - (kernel.now % periodMs) : undefined;
			const word = yield* take(this.#mailbox, {timeoutMs, periodic: this.#failedBefore});
			if (word === undefined) {
				yield* active();
				yield* this.#collect();
			}
		}
	}

	/** @mirrors realImageGCManager.GarbageCollect */
	*#collect(): Routine {
		const {recorder, host, configuration, disk} = this.parts;
		const percent = this.#usedPercent;
		if (percent < this.#high) {
			this.#failedBefore = false;
			return;
		}

		const {capacity, used} = disk();
		const low = configuration.imageGCLowThresholdPercent ?? 80;
		const wanted = Math.trunc((capacity * (100 - low)) / 100) - Math.max(0, capacity - used);
		const freed = yield* this.free(wanted);
		if (freed >= wanted) {
			this.#failedBefore = false;
			return;
		}

		const {name: node} = host;
		const message = `Failed to garbage collect required amount of images. Attempted to free ${wanted} bytes, but only found ${freed} bytes eligible to free.`;
		const reference = {apiVersion: 'v1', kind: 'Node', metadata: {name: node, uid: node}};
		yield* recorder.event(reference, 'Warning', 'FreeDiskSpaceFailed', message);
		if (this.#failedBefore) {
			yield* recorder.event(reference, 'Warning', 'ImageGCFailed', message);
		}

		this.#failedBefore = true;
		yield* note('kubelet.garbage', {case: 'failed', node, percent, wanted, freed, message}, {outcome: 'warning'});
	}

	/** Deletes unused images. @param wanted bytes to free; as many as possible by default. @returns the freed bytes. */
	*free(wanted = Number.POSITIVE_INFINITY): Routine<number> {
		const {runtime, images, host, configuration} = this.parts;
		const {kernel, name: node} = host;
		const inUse = new Set(runtime.podUIDs().flatMap((uid) => runtime.listContainers(uid).flatMap(imagesOf)));
		const chosen = imagesToDelete([...images.listImages().values()].map(collectable), inUse, {
			wanted,
			nowMs: kernel.now,
			minAgeMs: parseDuration(configuration.imageMinimumGCAge ?? '2m') ?? 0,
		});
		let freed = 0;
		for (const {name, size} of chosen) {
			yield* images.removeImage({image: name});
			freed += size;
		}

		if (chosen.length > 0) {
			yield* note('kubelet.garbage', {
				case: 'images',
				node,
				images: chosen.map(({name}) => name),
				freed,
			});
		}

		return freed;
	}
}

/** The full names of the images that a container uses: its own and the mounted ones. */
const imagesOf = ({imageName, config}: CRIContainer): readonly string[] => [
	imageName,
	...(config.mounts ?? []).flatMap(({image}) => {
		const reference = image && parseImageReference(image.userSpecifiedImage);
		return reference && typeof reference !== 'string' ? [reference.name] : [];
	}),
];

const collectable = ({name, size, pulledMs, usedMs}: LocalImage): CollectableImage => ({name, size, pulledMs, usedMs});
