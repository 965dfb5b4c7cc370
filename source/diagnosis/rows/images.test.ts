import {images} from '../../testing/broken-manifests/images.js';
import {culprits} from '../../testing/culprits.js';

culprits(images);
