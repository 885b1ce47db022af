"""Every RPC once: what a method takes, the request that this makes, and how its answer is read.

Membrane and AsyncMembrane have the same methods, and both make them of these functions.
"""
