import test from 'ava';
import {tableOf} from '../stages/language.js';
import {controllersWithTokens} from './controller-manager.js';

test('every controller that has stages of its own runs, once, or is a sidecar of CSI drivers', (t) => {
	const named = Object.keys(tableOf().sentences).flatMap((stage) => /^controller\.([^.*]+)\./.exec(stage)?.[1] ?? []);
	const sidecars = ['csi-attacher', 'csi-provisioner', 'csi-resizer'];
	const all = [...controllersWithTokens(() => '').map(({name}): string => name), ...sidecars];
	t.deepEqual(all.toSorted(), [...new Set(named)].toSorted());
});
