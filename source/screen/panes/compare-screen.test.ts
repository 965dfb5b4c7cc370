import test from 'ava';
import {stopInColumn} from './compare-screen.js';

for (const [columns, process, stage, object, shown] of [
	[60, 'kubectl/2', 'kubectl.request', 'pods/web', '+0.020 s  kubectl/2  kubectl.request  pods/web'],
	[41, 'kubectl/2', 'kubectl.request', 'pods/web', '+0.020 kubectl/2 kubectl.request pods/web'],
	[36, 'kubectl/2', 'kubectl.request', 'pods/web', '+0.020 kubectl/2 kubectl.request'],
	[36, 'controller/endpointslice', 'etcd.txn', 'endpointslices/web-cks6k', '+0.020 etcd.txn endpointslice…-cks6k'],
	[
		36,
		'controller/endpointslice',
		'controller.endpointslice-mirroring.enqueue',
		'',
		'+0.020 controller.endpoints….enqueue',
	],
] as const) {
	test(`in a column of ${columns}, a stop of ${process} keeps what tells it: ${shown}`, (t) => {
		t.is(stopInColumn('+0.020 s', process, stage, object, columns), shown);
	});
}
