"""What generate_stubs.py makes of the contract."""
