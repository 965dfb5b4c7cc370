import {parentPort, workerData} from 'node:worker_threads';
import {feed, type Portion} from './feed.js';

const {portion, current}: {readonly portion: Portion; readonly current: Int32Array} = workerData;

for await (const finding of feed(portion, (number) => Atomics.store(current, 0, number), true)) {
	parentPort?.postMessage(finding, []);
}

Atomics.store(current, 0, portion.to);
// Resources that a door has opened, such as a server, would keep the thread.
process.exit();
