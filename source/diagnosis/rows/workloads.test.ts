import {workloads} from '../../testing/broken-manifests/workloads.js';
import {culprits} from '../../testing/culprits.js';

culprits(workloads);
