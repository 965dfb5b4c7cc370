import {asked} from '../../testing/broken-manifests/asked.js';
import {culprits} from '../../testing/culprits.js';

culprits(asked);
