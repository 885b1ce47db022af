/**
 * Makes vectors of texts in this process, without a key and without a network: the model
 * bge-small-en-v1.5, quantized, which comes in a Maven artifact and is run by ONNX Runtime. How a
 * text becomes the numbers that the model reads is written here in plain Java, so that no other
 * native library is needed and nothing is put into the home folder.
 */
@NullMarked
package dev.membrane.embedder.onnx;

import org.jspecify.annotations.NullMarked;
