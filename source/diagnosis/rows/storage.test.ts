import {storage} from '../../testing/broken-manifests/storage.js';
import {culprits} from '../../testing/culprits.js';

culprits(storage);
